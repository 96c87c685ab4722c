import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePage } from '../bench/page.ts'
import { markdown } from '../bench/tables.ts'
import { screens } from '../docs/screens.ts'
import { grown, million, type Size } from './skewed-organization.ts'
import { buildSkewedWorld, readRequests, type SkewedWorld, type ViewerName, viewers } from './skewed-world.ts'

// npm run growth: writes a table into the page about performance. Rows that it takes long to write are not in `npm run test:long`.
const isRecorded = process.env.RECORD_GROWTH !== undefined

/** The sizes of the organization, with what to call them; a world begins with the first. */
const stages: readonly { readonly title: string; readonly size: Size | null }[] = [
  { title: '5,000', size: null },
  { title: '50,000', size: grown },
  { title: '1,000,000', size: million },
]

/** The rows of the table besides the screens. */
const dearestRows = 20

type Blocks = Record<ViewerName, (number | null)[]>

let world: SkewedWorld
const measured = new Map<string, Blocks>()

beforeAll(async () => {
  if (isRecorded) world = await buildSkewedWorld()
})
afterAll(() => world?.close())

test.runIf(isRecorded).each(stages)(
  'every request that reads is measured with $title pages',
  async ({ title, size }) => {
    if (size) await world.grow(size)
    for (const request of readRequests())
      for (const viewer of viewers) {
        const answer = await world.measure(request, viewer)
        const blocks = measured.get(request.name) ?? { admin: [], member: [], guest: [] }
        blocks[viewer].push(answer?.status === 200 ? answer.blocks : null)
        measured.set(request.name, blocks)
      }
    console.log(`measured ${measured.size} requests with ${title} pages`)
  },
  3_600_000,
)

test.runIf(isRecorded)('the table shows the ten screens and the dearest rows', () => {
  const names = new Set(screens().map(({ name }) => name))
  const all = [...measured]
  const ofScreens = all.filter(([name]) => names.has(name))
  const others = all
    .filter(([name]) => !names.has(name))
    .sort(([, one], [, other]) => most(other) - most(one))
    .slice(0, dearestRows)
  const header = ['Request', 'Admin', 'Member', 'Guest']
  const rows = [...ofScreens, ...others].map(([name, blocks]) => [
    `\`${name}\``,
    ...viewers.map((viewer) => blocks[viewer].map(cell).join(', ')),
  ])
  expect(ofScreens).toHaveLength(names.size)
  writePage(
    'growth',
    [
      {
        title: 'Blocks of a request',
        text: `Of an organization of ${stages.map(({ title }) => title).join(', ')} pages, in this order, for an admin, for a member with grants of ${million.grantsOfMember.toLocaleString('en')} spaces, who is in ${million.teamsOfMember} teams, and for a guest. The largest has ${million.spaces.toLocaleString('en')} spaces and ${million.members.toLocaleString('en')} members. First the ten [screens](../api/screens.md), then the ${dearestRows} dearest of ${all.length} requests; – is not answered for this viewer.\n\n${markdown(header, rows)}`,
      },
    ],
    `Measured on ${new Date().toISOString().slice(0, 10)}.`,
  )
})

/** Returns the most blocks of a request in the largest organization. */
const most = (blocks: Blocks): number => Math.max(...viewers.map((viewer) => blocks[viewer].at(-1) ?? 0))

const cell = (blocks: number | null): string => (blocks === null ? '–' : blocks.toLocaleString('en'))
