import type { Database } from '../../../database/client.ts'
import { keyOfPart, type SpecSections, specPartsIn } from '../../../formats/page/spec-sections.ts'
import { readSpecSections } from './operation-sections.ts'

/** Reads what the blocks of texts show of specifications. */
export function readSectionsOf(
  texts: readonly string[],
  { query }: Pick<Database, 'query'>,
  organizationId: string,
): Promise<SpecSections> {
  const parts = new Map(texts.flatMap(specPartsIn).map((part) => [keyOfPart(part), part]))
  return readSpecSections(query, organizationId, [...parts.values()])
}
