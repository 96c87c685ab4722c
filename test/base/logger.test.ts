import { describe, expect, it } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'

function logged(work: (log: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  const write = (line: string) => {
    text += line
  }
  work(createLogger('info', { write }))
  for (const line of text.trim().split('\n')) JSON.parse(line)
  return text
}

describe('the log', () => {
  it('redacts members with secrets, at any depth and in child loggers', () => {
    const text = logged((log) => {
      log.info({ req: { headers: { authorization: 'hush', cookie: ['hush'], 'set-cookie': 'hush "hush"' } } })
      log.info({ a: { b: { c: { password: 'hush', token: 'hush', privateKey: 'hush' } } } })
      log.child({ token: 'hush' }).info('hello')
    })
    expect(text).not.toContain('hush')
    expect(text).toContain('"authorization":"[redacted]"')
  })

  it('redacts secrets in messages and stacks of errors', () => {
    const text = logged((log) =>
      log.error({
        err: new Error(
          'postgres://joe:hush-hush@host:5432/db refused "Bearer hushhushhush" and lectern_hushhushhushhushhush',
        ),
      }),
    )
    expect(text).not.toContain('hush')
    expect(text).toContain('postgres://joe:[redacted]@host:5432/db')
  })

  it('redacts the values of rows that PostgreSQL quotes in its errors, also where Prisma passes them on', () => {
    const members = {
      severity: 'ERROR',
      code: '23514',
      hint: 'Look.',
      detail: 'Failing row contains (hush, "hush").',
    }
    const text = logged((log) => {
      log.error({ err: Object.assign(new Error('violates check constraint'), { length: 3, ...members }) })
      log.error({ meta: { driverAdapterError: { cause: { kind: 'postgres', ...members } } } })
      log.error({ err: new Error('invalid input syntax for type integer: "hush, hush"') })
      log.error({ detail: 'What git said is kept.' })
    })
    expect(text).not.toContain('hush')
    expect(text).toContain('Look.')
    expect(text).toContain('What git said is kept.')
  })

  it('keeps everything else unchanged', () => {
    const members = {
      url: 'http://localhost:4000/a@b',
      at: 'http://[::1]:80/c',
      prefix: 'lectern_abcdef',
      n: 1,
    }
    expect(JSON.parse(logged((log) => log.info(members, 'to ann@example.com')))).toMatchObject({
      ...members,
      msg: 'to ann@example.com',
    })
  })
})
