#define GREETING "Compiled on the way"
