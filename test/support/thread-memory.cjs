// Gives threads the young generation that they have in production. V8 frees a thread that exceeds its memory a few
// megabytes to end in; with a young generation as large as that of the workers of the tests, it ends the process instead.
require('node:v8').setFlagsFromString('--max-semi-space-size=16')
