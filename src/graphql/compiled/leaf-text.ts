import { type GraphQLLeafType, isEnumType } from 'graphql'
import { plainSize, sizeOf } from '../cost.ts'
import { isoInstant, isPlainText } from './cells.ts'
import { NotWritable } from './not-writable.ts'
import type { FieldPlan } from './plan.ts'
import { serialized } from './values.ts'

/** The size of what was written of an answer. */
export interface WrittenSize {
  objects: number
  requestedObjects: number
  bytes: number
}

/** Counts objects of the answer. `requested` is the number that was asked for, if there could be more of them. */
export function countObjects(size: WrittenSize, count: number, requested = count): void {
  size.objects += count
  size.requestedObjects += requested
}

export function countLeaf({ key }: FieldPlan, size: WrittenSize, value: unknown): void {
  size.bytes += key.length + sizeOf(value)
}

export function countValue(field: FieldPlan, size: WrittenSize, value: unknown): void {
  if (field.leaf) countLeaf(field, size, value)
  else if (Array.isArray(value)) countObjects(size, value.length)
  else if (value !== null && value !== undefined) countObjects(size, 1)
}

/** Returns null for a field that may be null. */
export function nullValue(field: FieldPlan): string {
  if (!field.nullable) throw new NotWritable(`${field.path} is null`)
  return 'null'
}

/** Counts a leaf that is null. */
export function nullLeaf(field: FieldPlan, size: WrittenSize): string {
  size.bytes += field.key.length + plainSize
  return nullValue(field)
}

export function numberLeaf(
  { key, path }: FieldPlan,
  size: WrittenSize,
  text: string | null | undefined,
): string {
  size.bytes += key.length + plainSize
  // A number that code knows only is null.
  if (text == null) throw new NotWritable(`${path} is not counted`)
  return text
}

export function textLeaf(field: FieldPlan, size: WrittenSize, text: string): string {
  countLeaf(field, size, text)
  return JSON.stringify(text)
}

export function typename(field: FieldPlan): (size: WrittenSize) => string {
  const { name } = field.parentType
  const text = JSON.stringify(name)
  const bytes = field.key.length + name.length
  return (size) => {
    size.bytes += bytes
    return text
  }
}

/** Returns how the text of a column is written as a leaf, and counts it; undefined if it must be decoded for that. */
export function plainLeaf(
  leaf: GraphQLLeafType,
  { type, kind }: { readonly type: string; readonly kind: string },
): ((size: WrittenSize, text: string) => string) | undefined {
  if (isEnumType(leaf)) {
    const texts = new Map<string, string>()
    return (size, text) => {
      size.bytes += text.length
      const known = texts.get(text)
      if (known !== undefined) return known
      const written = JSON.stringify(serialized(leaf, text))
      texts.set(text, written)
      return written
    }
  }
  if ((type === 'String' || kind === 'enum') && textLeaves.has(leaf.name))
    return (size, text) => {
      if (isPlainText(text)) {
        size.bytes += text.length
        return `"${text}"`
      }
      size.bytes += Buffer.byteLength(text)
      return JSON.stringify(text)
    }
  if ((type === 'Int' && leaf.name === 'Int') || (type === 'Boolean' && leaf.name === 'Boolean'))
    return (size, text) => {
      size.bytes += plainSize
      return text
    }
  if (type === 'DateTime' && leaf.name === 'DateTime')
    return (size, text) => {
      size.bytes += plainSize
      return `"${isoInstant(text)}"`
    }
  return undefined
}

/** The scalars whose text in the answer is that of the database. */
const textLeaves: ReadonlySet<string> = new Set(['String', 'ID', 'URL'])
