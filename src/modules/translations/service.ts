import { authorizeOrganization } from '../../access/authorize.ts'
import { visibleOrganizations } from '../../access/viewer.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import type { TranslationSettings } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'

/** The id of translation settings and, optionally, of the organization that they must belong to. */
export interface TranslationAddress {
  readonly translationSettingsId: string
  readonly organizationId?: string | null
}

/** Loads settings by their id. The viewer must be allowed to list the settings of the organization. */
export async function loadTranslation(
  context: Context,
  { translationSettingsId, organizationId }: TranslationAddress,
): Promise<TranslationSettings> {
  const settings = await context.database.prisma.translationSettings.findFirst({
    where: {
      id: translationSettingsId,
      organizationId: { in: visibleOrganizations(viewerOf(context)) },
      AND: organizationId == null ? [] : [{ organizationId }],
    },
  })
  if (!settings) throw notFound()
  authorizeOrganization(context, settings.organizationId)
  return settings
}

export interface TranslationInput {
  title: string
  languages?: string[] | null
}

export async function createTranslation(
  context: Context,
  organizationId: string,
  { title, languages }: TranslationInput,
): Promise<TranslationSettings> {
  const { id } = await loadAuthorizedOrganization(context, organizationId)
  return context.database.transaction((transaction) =>
    transaction.translationSettings.create({
      data: {
        id: newId('TranslationSettings'),
        organizationId: id,
        title,
        languages: readLanguages(languages ?? []),
      },
    }),
  )
}

/** Updates settings. Absent languages stay unchanged; null removes all. */
export async function updateTranslation(
  context: Context,
  address: TranslationAddress,
  { title, languages }: TranslationInput,
): Promise<TranslationSettings> {
  const { id } = await loadWritable(context, address)
  const [changed] = await context.database.transaction((transaction) =>
    transaction.translationSettings.updateManyAndReturn({
      where: { id },
      data: {
        title,
        languages: languages === undefined ? undefined : readLanguages(languages ?? []),
        updatedAt: new Date(),
      },
    }),
  )
  return orNotFound(changed)
}

export async function deleteTranslation(
  context: Context,
  address: TranslationAddress,
): Promise<TranslationSettings> {
  const settings = await loadWritable(context, address)
  const { count } = await context.database.transaction((transaction) =>
    transaction.translationSettings.deleteMany({
      where: { id: settings.id },
    }),
  )
  if (count === 0) throw notFound()
  return settings
}

async function loadWritable(context: Context, address: TranslationAddress): Promise<TranslationSettings> {
  const settings = await loadTranslation(context, address)
  authorizeOrganization(context, settings.organizationId)
  return settings
}

/** Converts language tags to their canonical form. Throws BAD_USER_INPUT for invalid tags and duplicates. */
function readLanguages(tags: readonly string[]): string[] {
  const languages = tags.map(readLanguage)
  if (new Set(languages).size < languages.length) throw brokenRule('languages', 'DUPLICATES')
  return languages
}

function readLanguage(tag: string, index: number): string {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    if (canonical !== undefined) return canonical
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw brokenRule(`languages.${index}`, 'NOT_LANGUAGE_OF_TRANSLATION')
}
