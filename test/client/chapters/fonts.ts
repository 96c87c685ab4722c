import { uploadFont } from '../../support/factories/fonts.ts'
import type { Narrator } from './narrator.ts'

/** A font is uploaded, made, renamed and deleted. */
export async function fonts({ app, organization, client }: Narrator): Promise<void> {
  const { orgs } = client
  const { id, admin } = organization
  await orgs.generateStorageUploadUrl(id, {
    file: { name: 'own.woff2', type: 'font/woff2', size: 20_480 },
    kind: 'customization_font',
  })
  const storageKey = await uploadFont(app.as(admin), id)
  const { data: font } = await orgs.createCustomFont(id, {
    fontFamily: 'Own',
    fontFaces: [{ weight: 400, storageKey }],
  })
  await orgs.getCustomFont(id, font.id)
  await orgs.updateCustomFont(id, font.id, { fontFamily: 'Ours' })
  await orgs.listCustomFonts(id)
  await orgs.deleteCustomFont(id, font.id)
}
