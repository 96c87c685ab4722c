import type { Readable } from 'node:stream'

/** The words of a trace of libcurl for a connection that begins, and for the first that is sent over it. */
const events = /== Info: +(Trying) |=> (Send header)/g

/** A chunk may end within the words. */
const carried = 40

/**
 * Calls back if a connection stands for a time over which nothing can be sent: to an address that does not answer, or to a server
 * that accepts it and never agrees on its encryption. Git has no limit of its own for that, as it has for what comes later.
 */
export function watchConnections(trace: Readable, limitMs: number, onLimit: () => void): void {
  let timer: NodeJS.Timeout | undefined
  let rest = ''
  const stop = () => clearTimeout(timer)
  trace.setEncoding('latin1')
  trace.on('data', (chunk: string) => {
    const text = rest + chunk
    let end = 0
    for (const event of text.matchAll(events)) {
      end = event.index + event[0].length
      stop()
      if (event[1] !== undefined) timer = setTimeout(onLimit, limitMs)
    }
    rest = text.slice(Math.max(end, text.length - carried))
  })
  trace.on('error', stop)
  trace.on('close', stop)
}

/** The variables with which git writes its trace into a file descriptor: without contents, and with no token. */
export const traceInto = (descriptor: number): Readonly<Record<string, string>> => ({
  GIT_TRACE_CURL: String(descriptor),
  GIT_TRACE_CURL_NO_DATA: '1',
  GIT_TRACE_REDACT: '1',
})
