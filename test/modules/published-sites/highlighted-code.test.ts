import { expect, test, vi } from 'vitest'
import { invalidInput } from '../../../src/base/errors.ts'
import { urlsByForm } from '../../../src/formats/export/rewritten-references.ts'
import { defaultSettings } from '../../../src/modules/customizations/defaults.ts'
import { SiteCache } from '../../../src/modules/published-sites/site-cache.ts'
import { type RunHighlighting, warmCommonGrammars } from '../../../src/sites/code/code-threads.ts'
import { readHighlightedCode } from '../../../src/sites/code/highlighted-code.ts'
import { codeLimits } from '../../../src/sites/code/limits.ts'
import { textOrNote } from '../../../src/sites/resources/llms-full.ts'
import { serviceUnavailable } from '../../../src/workers/reasons.ts'
import { isLongRun } from '../../support/budget.ts'

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``
const bodies = (markdown: string) => [{ markdown }]
const siteWith = (cache: SiteCache, id = 'a') => ({ cache, settings: defaultSettings, site: { id } })
const busy = () => serviceUnavailable('CONTENT_TIMEOUT', { seconds: 20 })

test('code is highlighted once for the same text and themes, whoever asks', async () => {
  const cache = new SiteCache(1_000_000)
  const whole = (markdown: string, id?: string) =>
    vi.waitFor(
      async () => {
        const code = await readHighlightedCode(bodies(markdown), siteWith(cache, id))
        expect(code.isComplete).toBe(true)
        return code.values
      },
      { timeout: 20_000 },
    )
  const first = await whole(fence('json', '[1]'))
  expect(await whole(fence('json', '[1]'), 'b')).toBe(first)
  expect([...first.values()]).toHaveLength(1)
  expect(await whole(fence('json', '[2]'))).not.toBe(first)
})

test('a time-out keeps what was finished, and the rest is finished later, the slow block last', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const cache = new SiteCache(1_000_000)
    const states: object[] = []
    const run: RunHighlighting = async ({ known, slow }, { onProgress }) => {
      states.push({ known, slow })
      if (states.length === 1) {
        onProgress({ begins: 'one' })
        onProgress({ finished: { key: 'one', value: ['1'] }, begins: 'two' })
        throw busy()
      }
      onProgress({ finished: { key: 'two', value: ['2'] } })
      return { isComplete: true }
    }
    const asked = () => readHighlightedCode(bodies(fence('json', '[]')), siteWith(cache), run)
    expect(await asked()).toEqual({ values: new Map([['one', ['1']]]), isComplete: false })
    // Nothing is tried anew at once, so that code that always takes too long does not keep threads busy.
    expect((await asked()).isComplete).toBe(false)
    expect(states).toHaveLength(1)
    vi.advanceTimersByTime(codeLimits.shortestPause)
    expect(await asked()).toEqual({
      values: new Map([
        ['one', ['1']],
        ['two', ['2']],
      ]),
      isComplete: true,
    })
    expect(states).toEqual([
      { known: [], slow: [] },
      { known: ['one'], slow: ['two'] },
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('a reader does not wait for slow code, and the next one has it', async () => {
  const cache = new SiteCache(1_000_000)
  const { promise, resolve } = Promise.withResolvers<void>()
  const run: RunHighlighting = async (_request, { onProgress }) => {
    await promise
    onProgress({ finished: { key: 'one', value: ['1'] } })
    return { isComplete: true }
  }
  const asked = () => readHighlightedCode(bodies(fence('json', '[]')), siteWith(cache), run)
  expect((await asked()).isComplete).toBe(false)
  resolve()
  expect(await asked()).toEqual({ values: new Map([['one', ['1']]]), isComplete: true })
})

test.runIf(isLongRun)('the commonest languages are loaded before anybody asks for them', async () => {
  await warmCommonGrammars()
  const fences = [fence('json', '{ "a": 1 }'), fence('bash', 'echo a'), fence('yaml', 'a: 1')]
  const code = await readHighlightedCode(bodies(fences.join('\n\n')), siteWith(new SiteCache(1_000_000)))
  expect([code.isComplete, code.values.size]).toEqual([true, 3])
})

test('a reader of a site that keeps nothing gets all colors', async () => {
  const code = await readHighlightedCode(bodies(fence('json', '[1]')), siteWith(new SiteCache(0)))
  expect(code).toMatchObject({ isComplete: true })
  expect(code.values.size).toBe(1)
})

test('llms-full.txt makes a text again that took too long, and tells of none that it is too complex', async () => {
  const page = { title: 'A' }
  const answers = [() => Promise.reject(busy()), () => Promise.resolve('text')]
  expect(await textOrNote(page, () => (answers.shift() as () => Promise<string>)())).toBe('text')
  await expect(textOrNote(page, () => Promise.reject(busy()))).rejects.toMatchObject({
    reason: 'CONTENT_TIMEOUT',
  })
  const refused = () => Promise.reject(invalidInput('markdown', 'is too complex'))
  expect(await textOrNote(page, refused)).toContain('too complex')
})

test('references are found by their form where parsing took too long', () => {
  const source =
    '[a](/pages/one#two) <img src="/files/three"> ![b](</files/four> "t") {% include "/reusable-contents/five" %} /pages/six'
  expect(urlsByForm(source).map(({ start, end }) => source.slice(start, end))).toEqual([
    '/pages/one#two',
    '/files/three',
    '/files/four',
    '/reusable-contents/five',
  ])
  const start = process.threadCpuUsage()
  urlsByForm('(/pages/a'.repeat(120_000))
  expect(process.threadCpuUsage(start).user / 1_000_000).toBeLessThan(2)
})
