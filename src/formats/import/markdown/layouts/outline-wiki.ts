import type { SourceEntry } from '../../files/entries.ts'
import { type Layout, recognized } from '../repository/layout.ts'

/** Matches the places that Outline gives to uploads: `uploads/<id>/<id>/name.png`. */
const upload =
  /(?:^|\/)(?:uploads|public|attachments)\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=[/.])/i

/** Returns the layout of an export of Outline, if there are uploads in the places that it gives them. */
export function outlineExportLayout(entries: readonly SourceEntry[], plain: Layout): Layout | undefined {
  const file = entries.find(({ path }) => upload.test(path))
  return file && { ...plain, kind: 'OUTLINE', notes: [recognized('OUTLINE', file.path)] }
}
