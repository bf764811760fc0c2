#!/bin/sh
# Prints libFuzzer's dictionary for PTX: the mnemonics and modifier words of the instruction table,
# types, directives and special registers.
set -eu
ptx=$(dirname "$0")/../../src/ptx
{
    sed -n 's/^INSTRUCTION([^,]*, "\([^"]*\)".*/\1/p' "$ptx/instructions.def"
    grep -o 'WORD([^)]*")' "$ptx/words.def" | sed 's/.*"\(.*\)".*/.\1/'
    for type in pred b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64 v2 v4 v8; do
        echo ".$type"
    done
    for directive in version target address_size entry func reg extern visible weak align file loc section pragma alias \
        branchtargets callprototype maxntid reqntid reqnctapercluster noreturn attribute; do
        echo ".$directive"
    done
    printf '%s\n' %tid.x %ntid.x %ctaid.x %laneid %clock64 %lanemask_lt %envreg1 %reserved_smem_offset_1 WARP_SZ \
        '@%p1' '@!%p1' '%p1' '%r1' '%rd1' '%f1' '%fd1' '%h1' '%r<10>' '%rd<10>' '%p<4>' 0f3F800000 0d3FF0000000000000 \
        0xFFFFFFFFFFFFFFFF -1 vprintf malloc free __assertfail cudaGetParameterBufferV2 cudaLaunchDeviceV2
} | sort -u | sed 's/.*/"&"/'
