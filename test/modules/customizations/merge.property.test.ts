import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effective } from '../../../src/modules/customizations/defaults.ts'
import { type Choices, merge } from '../../../src/modules/customizations/settings.ts'
import { propertyBudget } from '../../support/budget.ts'
import { bodyOf, completed, memberTrials, settingsWith } from './members.ts'

type Values = ReadonlyMap<string, unknown>

const paths = memberTrials.map(({ path }) => path)

/** Paths of the groups that members are in: `styling`, `styling.sidebar`. */
const groups = [
  ...new Set(
    paths.flatMap((path) => {
      const keys = path.split('.')
      return keys.slice(1).map((_key, index) => keys.slice(0, index + 1).join('.'))
    }),
  ),
]

/** One value or the other for some of the members. */
const values: fc.Arbitrary<Values> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...memberTrials), fc.boolean()), {
    selector: ([{ path }]) => path,
    maxLength: paths.length,
  })
  .map((chosen) => new Map(chosen.map(([{ path, one, other }, first]) => [path, first ? one : other])))

const choices = (chosen: Values): Choices => bodyOf(chosen)

/** Changes: values for some members, null for some others or for whole groups. */
const changes = fc.record({
  values,
  nulls: fc.uniqueArray(fc.constantFrom(...paths, ...groups), { maxLength: 8 }),
})

/** Returns the body of the changes; null for a member or group wins over what is named below it. */
function bodyOfChanges({ values: given, nulls }: { values: Values; nulls: readonly string[] }) {
  const isBelow = (path: string) => nulls.some((name) => path.startsWith(`${name}.`))
  const outermost = nulls.filter((name) => !isBelow(name))
  const kept = [...given].filter(([path]) => !isBelow(path) && !nulls.includes(path))
  return {
    body: bodyOf([...kept, ...outermost.map((name) => [name, null] as const)]),
    kept: new Map(kept),
    outermost,
  }
}

const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`)

describe('the settings in effect', () => {
  test('are those of the site-space, else of the site, else the default, member by member', () => {
    fc.assert(
      fc.property(values, values, (site, siteSpace) => {
        const settings = effective(choices(site), choices(siteSpace))
        expect(completed(settings)).toEqual(settingsWith(new Map([...site, ...siteSpace])))
      }),
      propertyBudget(100, 1_000),
    )
  })

  test('are the defaults where nothing is chosen', () => {
    expect(completed(effective())).toEqual(settingsWith(new Map()))
    expect(effective({}, {})).toEqual(effective())
  })
})

describe('changes', () => {
  test('choose what they name, give up what they say is null, and leave everything else', () => {
    fc.assert(
      fc.property(values, changes, (before, change) => {
        const { body, kept, outermost } = bodyOfChanges(change)
        const after = merge(choices(before), body)
        const left = [...before].filter(([path]) => !outermost.some((name) => isWithin(path, name)))
        expect(completed(effective(after))).toEqual(settingsWith(new Map([...left, ...kept])))
      }),
      propertyBudget(100, 1_000),
    )
  })

  test('never leave null behind, and change nothing in place', () => {
    fc.assert(
      fc.property(values, changes, (before, change) => {
        const base = choices(before)
        const copy = structuredClone(base)
        const { body } = bodyOfChanges(change)
        const after = merge(base, body)
        expect(base).toEqual(copy)
        expect(JSON.stringify(after)).not.toContain('null')
        expect(merge(after, body)).toEqual(after)
        expect(merge(after, {})).toEqual(after)
      }),
      propertyBudget(100, 1_000),
    )
  })

  test('of one member after the other end like all of them at once', () => {
    fc.assert(
      fc.property(values, values, (before, given) => {
        const stepwise = [...given].reduce<Choices>(
          (chosen, entry) => merge(chosen, bodyOf([entry])),
          choices(before),
        )
        expect(stepwise).toEqual(merge(choices(before), choices(given)))
      }),
      propertyBudget(100, 1_000),
    )
  })
})
