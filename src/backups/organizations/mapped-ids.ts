import { createHash, randomBytes } from 'node:crypto'
import { idPattern, shiftedId } from '../../base/identifiers.ts'

/** Returns a text in which ids are those of the installation that it is for. */
export type MapIds = (text: string) => string

interface Mapping {
  /** The ids that users have in the other installation, by those that they had. */
  readonly users: ReadonlyMap<string, string>
  /** Whether everything else gets new ids too. */
  readonly isCopy: boolean
}

/** Finds ids in values, in JSON and in Markdown. Those of bodies are hashes. */
const ids = new RegExp(`(?<![a-z0-9])(?:${idPattern}|doc[0-9a-f]{64})(?![a-z0-9])`, 'g')

/**
 * Returns the mapping of ids. Those of a copy are greater by one random number, so that they are in the order of before, and every
 * mention of one is changed without knowing all of them. Bodies get other ids where they may mention another id.
 */
export function mapIds({ users, isCopy }: Mapping): MapIds {
  const areUsersKept = [...users].every(([from, to]) => from === to)
  if (areUsersKept && !isCopy) return (text) => text
  const seed = randomBytes(9)
  const map = (id: string): string => {
    const user = users.get(id)
    if (user !== undefined) return user
    if (id.startsWith('doc')) return `doc${createHash('sha256').update(seed).update(id).digest('hex')}`
    return isCopy ? shiftedId(id, seed) : id
  }
  return (text) => text.replace(ids, map)
}

/** Maps the ids in chunks of text. None is taken for one that a chunk has only a part of. */
export async function* mappedLines(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  map: MapIds,
): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(0x0a) + 1
    if (end === 0) rest.push(chunk)
    else {
      yield Buffer.from(map(Buffer.concat([...rest, chunk.subarray(0, end)]).toString()))
      rest = [chunk.subarray(end)]
    }
  }
  yield Buffer.from(map(Buffer.concat(rest).toString()))
}
