// Loaded before a server whose memory a test measures: at SIGUSR2 it collects all garbage, and prints the bytes that are in use.
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')
const { isMainThread } = require('node:worker_threads')

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

if (isMainThread)
  process.on('SIGUSR2', () => {
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    console.log(`in use: ${heapUsed + external}`)
  })
