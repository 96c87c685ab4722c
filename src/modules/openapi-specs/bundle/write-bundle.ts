import { createHash } from 'node:crypto'
import { unreadable } from './failure.ts'
import { maximumResultCharacters } from './limits.ts'
import { isMembers } from './read-document.ts'

export interface WrittenBundle {
  /** The files by path, as one JSON object. */
  readonly filesystem: string
  /** Equal for equal content, independent of formatting, member order and the name of the first file. */
  readonly contentHash: string
}

export function writeBundle(files: ReadonlyMap<string, unknown>): WrittenBundle {
  const digest = createHash('sha256')
  const members: string[] = []
  let characters = 0
  for (const [path, document] of files) {
    const text = write(document)
    characters += text.length
    if (characters > maximumResultCharacters) throw unreadable('too large when written out')
    digest.update(members.length === 0 ? '' : JSON.stringify(path))
    digest.update(write(document, byName))
    members.push(`${JSON.stringify(path)}:${text}`)
  }
  return { filesystem: `{${members.join(',')}}`, contentHash: digest.digest('hex') }
}

type Replacer = (name: string, value: unknown) => unknown

function write(document: unknown, replacer?: Replacer): string {
  try {
    return JSON.stringify(document, replacer) ?? 'null'
  } catch (error) {
    // YAML aliases can create cycles and text longer than the maximum string length.
    throw unreadable(`cannot be written as JSON: ${(error as Error).message}`)
  }
}

const byName: Replacer = (_name, value) =>
  isMembers(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
