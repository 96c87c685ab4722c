import { decodeEntities } from '../html/html.ts'
import type { Leaf } from '../types.ts'

const element = /^<code class="expression">(.*)<\/code>$/s

/** Returns the expression that the text of a link keeps, which has no other place for it. Undefined for other leaves. */
export function keptExpression({ source }: Pick<Leaf, 'source'>): string | undefined {
  const [, encoded] = source === undefined ? [] : (element.exec(source) ?? [])
  return encoded === undefined ? undefined : decodeEntities(encoded)
}
