// assert.h: checks only where hipRTC has them.
#pragma once
#ifndef assert
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#endif
