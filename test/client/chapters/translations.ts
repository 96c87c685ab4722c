import type { Narrator } from './narrator.ts'

/** Settings for translations are made by title, renamed and deleted, and terms have translations of their own. */
export async function translations({ organization, client }: Narrator): Promise<void> {
  const { orgs } = client
  const { id } = organization
  const { data: settings } = await orgs.createTranslation(id, { title: 'European' })
  await orgs.updateTranslation(id, settings.id, { title: 'All of Europe' })
  await orgs.getTranslation(id, settings.id)
  await orgs.listTranslations(id, { limit: 5 })
  await orgs.deleteTranslation(id, settings.id)
  await orgs.updateGlossaryEntries(id, {
    operations: [{ type: 'insert', translations: { en: 'page', de: 'Seite' } }],
  })
  const { data: glossary } = await orgs.listGlossaryEntries(id, { limit: 5 })
  await orgs.getGlossaryEntry(id, glossary.items[0].id)
}
