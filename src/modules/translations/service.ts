import { authorizeOrganization } from '../../access/authorize.ts'
import { invalidInput, notFound } from '../../errors.ts'
import type { TranslationSettings } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { loadOrganization } from '../organizations/service.ts'

/** Which settings, and the organization that must own them. */
export interface TranslationAddress {
  readonly translationSettingsId: string
  readonly organizationId?: string | null
}

/** Settings by their id, for those who may list the settings of the organization. */
export async function loadTranslation(
  context: Context,
  { translationSettingsId, organizationId }: TranslationAddress,
): Promise<TranslationSettings> {
  const settings = await context.database.prisma.translationSettings.findFirst({
    where: {
      id: translationSettingsId,
      organizationId: { in: [...viewerOf(context).memberships.keys()] },
      AND: organizationId == null ? [] : [{ organizationId }],
    },
  })
  if (!settings) throw notFound()
  authorizeOrganization(viewerOf(context), 'organization:list-translations', settings.organizationId)
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
  const { id } = await loadOrganization(context, organizationId)
  authorizeOrganization(viewerOf(context), 'organization:create-content', id)
  return context.database.prisma.translationSettings.create({
    data: {
      id: newId('TranslationSettings'),
      organizationId: id,
      title,
      languages: readLanguages(languages ?? []),
    },
  })
}

/** Languages that are absent stay as they are; null takes all away. */
export async function updateTranslation(
  context: Context,
  address: TranslationAddress,
  { title, languages }: TranslationInput,
): Promise<TranslationSettings> {
  const { id } = await loadWritable(context, address)
  const [changed] = await context.database.prisma.translationSettings.updateManyAndReturn({
    where: { id },
    data: {
      title,
      languages: languages === undefined ? undefined : readLanguages(languages ?? []),
      updatedAt: new Date(),
    },
  })
  if (!changed) throw notFound()
  return changed
}

export async function deleteTranslation(context: Context, address: TranslationAddress): Promise<string> {
  const { id } = await loadWritable(context, address)
  const { count } = await context.database.prisma.translationSettings.deleteMany({ where: { id } })
  if (count === 0) throw notFound()
  return id
}

async function loadWritable(context: Context, address: TranslationAddress): Promise<TranslationSettings> {
  const settings = await loadTranslation(context, address)
  authorizeOrganization(viewerOf(context), 'organization:create-content', settings.organizationId)
  return settings
}

/** Language tags in the one way there is to write each of them. */
function readLanguages(tags: readonly string[]): string[] {
  const languages = tags.map(readLanguage)
  if (new Set(languages).size < languages.length) throw invalidInput('languages', 'must not repeat')
  return languages
}

function readLanguage(tag: string, index: number): string {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    if (canonical !== undefined) return canonical
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw invalidInput(`languages.${index}`, 'must be a language tag, for example de or pt-BR')
}
