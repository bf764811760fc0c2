"""Tests of the package, from the folder tools/: python3 -m unittest discover -t . book/tests"""
