import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { budget, budgetSeed, isLongRun } from '../../support/budget.ts'
import { buildSite, buildSpace, type TestSite } from '../../support/factories/sites.ts'
import { expectWhole, readStructure, type Structure } from './site-invariants.ts'
import {
  emptyModel,
  groupsOf,
  isGroup,
  type Model,
  type ModelSiteSpace,
  modelOf,
  sectionsOf,
} from './structure-model.ts'
import type { Space, Step } from './structure-step.ts'
import { operations } from './structure-steps.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The name of an operation, and the numbers by which it chooses its objects. */
interface Choice {
  readonly name: string
  readonly numbers: readonly number[]
}

const choice: fc.Arbitrary<Choice> = fc.record({
  name: fc.constantFrom(
    ...Object.entries(operations).flatMap(([name, { weight }]) => Array<string>(weight).fill(name)),
  ),
  numbers: fc.array(fc.nat(10_000), { minLength: 5, maxLength: 5 }),
})

const manySteps = budget(24, 1000)

/** The same seed gives the same choices. */
const choicesFrom = (seed: number, count: number) => fc.sample(choice, { seed, numRuns: count })

async function buildSiteWithSpaces(count: number) {
  const site = await buildSite(app)
  const spaces: Space[] = []
  for (let index = 0; index < count; index++) {
    const title = `Space ${index % 3}`
    const { id } = await buildSpace(site.client, site.organizationId, title)
    spaces.push({ id, path: `space-${index % 3}` })
  }
  return { site, spaces }
}

const send = (site: TestSite, { method, path, body }: Step) => site.client[method](path, body)

/** Returns the section that is not in the model, apart from the given one. */
function unknownSection(model: Model, structure: Structure, told: string): string | undefined {
  const known = new Set([told, ...sectionsOf(model).map(({ id }) => id)])
  return structure.sections.find(({ id }) => !known.has(id))?.id
}

/** Asserts that REST returns the structure of the model, without the site-spaces of deleted spaces. */
async function expectShown(site: TestSite, model: Model): Promise<void> {
  const shown = (siteSpaces: ModelSiteSpace[]) =>
    siteSpaces.filter(({ spaceId }) => !model.deleted.has(spaceId)).map(({ id }) => ({ id }))
  const root = model.root.map((item) =>
    isGroup(item)
      ? {
          id: item.id,
          sections: item.sections.map(({ id, siteSpaces }) => ({ id, siteSpaces: shown(siteSpaces) })),
        }
      : { id: item.id, siteSpaces: shown(item.siteSpaces) },
  )
  const { body } = await site.client.get(`${site.path}/structure`)
  const ofSections = shown(model.siteSpaces).length === 0 && model.root.length > 0
  expect(body).toMatchObject(
    ofSections
      ? { type: 'sections', structure: root }
      : { type: 'siteSpaces', structure: shown(model.siteSpaces) },
  )
  const idsOf = async (list: string) =>
    (await site.client.get(`${site.path}/${list}?limit=1000`)).body.items.map(({ id }: { id: string }) => id)
  expect(await idsOf('sections')).toEqual(sectionsOf(model).map(({ id }) => id))
  expect(await idsOf('section-groups')).toEqual(groupsOf(model).map(({ id }) => id))
}

/** Does what was chosen, one after the other, and compares the site with the model after each. */
async function follow(choices: readonly Choice[]): Promise<void> {
  const { site, spaces } = await buildSiteWithSpaces(6)
  const model = emptyModel()
  for (const [index, { name, numbers }] of choices.entries()) {
    const step = operations[name]?.build({ site, model, spaces, numbers })
    if (!step) continue
    const where = `step ${index}: ${name}, ${step.method} ${step.path} ${JSON.stringify(step.body)}`
    const { status, body } = await send(site, step)
    expect({ status, where }).toEqual({ status: step.status, where })
    const structure = await expectWhole(app, site)
    if (status < 300) step.apply?.(body, unknownSection(model, structure, body?.id))
    const { root, siteSpaces } = modelOf(structure)
    expect({ where, root, siteSpaces }).toEqual({ where, root: model.root, siteSpaces: model.siteSpaces })
    if (index % 20 === 0) await expectShown(site, model)
  }
  await expectShown(site, model)
}

async function naming(seed: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`with the seed ${seed}: ${(error as Error).message}`, { cause: error })
  }
}

describe('random operations on a site', () => {
  test(`${manySteps} operations keep its structure valid, in the documented order and with the documented defaults`, async () => {
    const seed = budgetSeed()
    await naming(seed, () => follow(choicesFrom(seed, manySteps)))
  }, 180_000)

  test.runIf(isLongRun)(
    'the first operations on an empty site do the same',
    async () => {
      for (let round = 0; round < budget(1, 10); round++) {
        const seed = budgetSeed() + round
        await naming(seed, () => follow(choicesFrom(seed, 25)))
      }
    },
    180_000,
  )

  test(`${manySteps} operations by eight clients at once keep its structure valid, and cause no server error`, async () => {
    const seed = budgetSeed()
    const { site, spaces } = await buildSiteWithSpaces(6)
    const work = async (choices: readonly Choice[]) => {
      for (const { name, numbers } of choices) {
        // What the others do meanwhile, this client has not seen.
        const model = modelOf(await readStructure(app, site.id))
        const step = operations[name]?.build({ site, model, spaces, numbers })
        if (!step) continue
        const { status } = await send(site, step)
        expect({ name, known: [200, 201, 205, 400, 404, 409].includes(status), status }).toEqual({
          name,
          known: true,
          status,
        })
      }
    }
    await naming(seed, async () => {
      await Promise.all(Array.from({ length: 8 }, (_, lane) => work(choicesFrom(seed + lane, manySteps / 8))))
      await expectShown(site, modelOf(await expectWhole(app, site)))
    })
  }, 180_000)
})
