import { expect, test } from 'vitest'
import { diagramLimits } from '../../src/diagrams/limits.ts'
import { plainColor } from '../../src/diagrams/plain-color.ts'
import { inBothSchemes } from '../../src/diagrams/schemes.ts'
import type { DrawnDiagram } from '../../src/sites/code/diagram-job.ts'
import { createContentThreads, runContentJob } from '../../src/workers/content-threads.ts'
import { isLongRun } from '../support/budget.ts'

const threads = createContentThreads({ maxConcurrent: 1, maxConcurrentOfOwner: 1 })
const diagramJob = new URL('../../src/sites/code/diagram-job.ts', import.meta.url)

/** Draws in a thread of its own, as sites do. */
async function draw(source: string): Promise<DrawnDiagram | undefined> {
  let drawn: DrawnDiagram | undefined
  const answer = async (progress: unknown) => {
    const { finished } = progress as { finished?: { value: DrawnDiagram } }
    drawn = finished?.value ?? drawn
    return { answer: null }
  }
  const bodies = [{ markdown: `\`\`\`mermaid\n${source}\n\`\`\`` }]
  await runContentJob(diagramJob, { bodies, known: [], slow: [] }, { threads, answer })
  return drawn
}

test.runIf(isLongRun).each([
  ['brackets', `graph TD\n  A${'['.repeat(15_000)}`],
  ['a long chain', `graph TD\n  ${'A-->'.repeat(4000)}A`],
  ['nested frames', `sequenceDiagram\n${'alt x\n'.repeat(3000)}`],
  ['settings', `%%{init: ${'{'.repeat(10_000)}`],
  ['aliases', `---\n${'a: &a [*a]\n'.repeat(500)}---\ngraph TD\n  A-->B`],
  ['a long source', `graph TD\n${'  A-->B\n'.repeat(diagramLimits.sourceCharacters / 4)}`],
])('ends soon with %s', async (_kind, source) => {
  // Of all threads: it is drawn in another one.
  const start = process.cpuUsage()
  await draw(source)
  expect(process.cpuUsage(start).user / 1_000_000).toBeLessThan(10)
})

test.runIf(isLongRun)('has room for characters that are as wide as they are high', async () => {
  const widthOf = async (label: string) =>
    Number(
      /<rect x="-[\d.]+" y="-[\d.]+" width="([\d.]+)"/.exec(
        (await draw(`graph TD\n  A["${label}"]`))?.svg ?? '',
      )?.[1],
    )
  expect(await widthOf('日本語のラベルです長い')).toBeGreaterThan(11 * 16)
})

test('keeps text readable on a color that is the same on light and on dark pages', () => {
  const group = (text: string, fill: string) => ({
    name: 'g',
    attributes: {},
    children: [
      { name: 'rect', attributes: { fill }, children: [] },
      { name: 'text', attributes: { fill: text }, children: ['A'] },
    ],
  })
  const textIn = (fill: string) => {
    const [, text] = inBothSchemes(group('#333', fill), group('#ccc', fill)).children
    return typeof text === 'object' ? text.attributes.fill : undefined
  }
  expect([textIn('#ffff00'), textIn('#036')]).toEqual(['#000', '#fff'])
})

test.each([
  ['hsl(0, 100%, 50%)', '#ff0000'],
  ['hsl(240.5, 60%, 83.3333333333%)', '#bbbbee'],
  ['rgb(8.5000000002, 5.75, 0)', '#090600'],
  ['hsla(120, 100%, 25%, 0.5)', 'rgba(0,128,0,0.5)'],
  ['none', 'none'],
])('writes %s as %s', (color, plain) => {
  expect(plainColor(color)).toBe(plain)
})
