import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { planText } from './blocks.ts'
import {
  buildSkewedWorld,
  large,
  type MeasuredRequest,
  type ReadRequest,
  readRequests,
  type SkewedWorld,
  type ViewerName,
  viewers,
} from './skewed-world.ts'

/** The blocks for each object in an answer, and those that no request is asked to save. */
const blocksOfObject = 40
const fewBlocks = 250
/** The rows of an index that a block has at least: what is counted is in one. */
const countedOfBlock = 8

/** The requests and viewers to measure, to find out where the blocks of a request come from. All if unset. */
const { ROWS: chosenRows = '', VIEWER: chosenViewer, SHOW_PLANS: shownShare } = process.env

/** In `npm test` only what is chosen is measured, in a smaller organization. */
const isMeasured = isLongRun || chosenRows !== ''

const measurements = readRequests()
  .filter(({ name }) => new RegExp(chosenRows).test(name))
  .map((request) => ({
    request,
    name: request.name,
    viewers: chosenViewer ? [chosenViewer as ViewerName] : viewers,
  }))

let world: SkewedWorld
const before = new Map<string, MeasuredRequest | null>()
const keyOf = (request: ReadRequest, viewer: ViewerName) => `${viewer}: ${request.name}`

beforeAll(
  async () => {
    world = await buildSkewedWorld()
    for (const { request, viewers } of measurements)
      for (const viewer of viewers) before.set(keyOf(request, viewer), await world.measure(request, viewer))
    await world.grow(large)
  },
  isLongRun ? 900_000 : undefined,
)
afterAll(() => world.close())

test.runIf(isMeasured).each(measurements)(
  '$name costs no more because its organization is large',
  async ({ request, viewers }) => {
    for (const viewer of viewers) {
      const inSmall =
        before.get(keyOf(request, viewer)) ?? before.get(keyOf(request.first ?? request, viewer))
      const inLarge = await world.measure(request, viewer)
      if (inLarge === null) continue
      if (shownShare) show(viewer, request, inLarge, Number(shownShare))
      const { status, blocks } = inLarge
      expect({ viewer, status }).toEqual({ viewer, status: inSmall?.status ?? 200 })
      expect(blocks, 'the blocks of a request that is measured').toBeGreaterThan(0)
      expect(blocks, explanation(viewer, inLarge)).toBeLessThanOrEqual(mostBlocks(inSmall, inLarge))
    }
  },
)

/** Twice as many as in an organization of 5,000 pages, or what the objects of the answer and the rows that it counts may take. */
function mostBlocks(
  inSmall: MeasuredRequest | null | undefined,
  { objects, counted }: MeasuredRequest,
): number {
  const linear = fewBlocks + blocksOfObject * objects + counted / countedOfBlock
  return Math.max(2 * (inSmall?.blocks ?? 0), linear)
}

/** Returns what the dearest statement of a request did. */
function explanation(viewer: ViewerName, { statements }: MeasuredRequest): string {
  const [dearest] = [...statements].sort((one, other) => other.blocks - one.blocks)
  return dearest ? `${viewer}: ${dearest.text}\n${planText(dearest.plan)}\n` : viewer
}

function show(viewer: ViewerName, { name }: ReadRequest, measured: MeasuredRequest, share: number): void {
  const { status, blocks, objects, statements } = measured
  console.log(`${name} as ${viewer}: ${status}, ${blocks} blocks for ${objects} objects`)
  for (const { text, plan } of statements) console.log(`${text}\n${planText(plan, share)}`)
}
