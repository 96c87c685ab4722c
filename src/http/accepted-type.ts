/** A media range of `Accept`, such as `text/*;q=0.5`. */
interface MediaRange {
  readonly type: string
  /** The parameters before `q`, except the charset UTF-8, which every text has. */
  readonly parameters: readonly string[]
  /** From 0, which excludes the type, to 1. */
  readonly weight: number
}

const utf8 = 'charset=utf-8'

function mediaRange(text: string): MediaRange {
  const [type = '', ...given] = text.toLowerCase().replace(/\s/g, '').split(';')
  const weightAt = given.findIndex((each) => each.startsWith('q='))
  const weight = weightAt < 0 ? 1 : Number(given[weightAt]?.slice(2))
  const parameters = (weightAt < 0 ? given : given.slice(0, weightAt)).filter((each) => each !== utf8)
  return { type, parameters, weight: Number.isNaN(weight) ? 1 : Math.min(Math.max(weight, 0), 1) }
}

const byName = 3

/** Returns how closely a range names a type: 3 by its name, 2 by its main type, 1 for every type, 0 not at all. */
function closeness({ type, parameters }: MediaRange, available: string): number {
  // Texts are sent in UTF-8 alone. Other parameters, such as the version of a format, are left to the client.
  if (parameters.some((each) => each.startsWith('charset='))) return 0
  if (type === available) return byName
  if (type === `${available.split('/')[0]}/*`) return 2
  return type === '*/*' ? 1 : 0
}

export interface AcceptedType {
  readonly type: string
  /** Above 0, at most 1. */
  readonly weight: number
  /** Whether the header has the type itself, not only a range such as `*\/*`. */
  readonly isNamed: boolean
}

/**
 * Returns those of the available types that a client accepts, the one it prefers first, as RFC 9110 (12.5.1) has it: the
 * closest range decides on the weight of a type. Types of equal weight are in the order of the header.
 */
export function acceptedTypes(
  accept: string | undefined,
  available: readonly string[],
): readonly AcceptedType[] {
  const ranges = (accept?.trim() || '*/*').split(',').map(mediaRange)
  const rated = available.flatMap((type) => {
    let best = { weight: 0, closeness: 0, place: 0 }
    for (const [place, range] of ranges.entries()) {
      const found = closeness(range, type)
      if (found > best.closeness) best = { weight: range.weight, closeness: found, place }
    }
    return best.weight > 0 ? [{ type, isNamed: best.closeness === byName, ...best }] : []
  })
  return rated.sort((one, other) => other.weight - one.weight || one.place - other.place)
}
