import { isHttps } from '../access/session-cookie.ts'
import { AppError } from '../base/errors.ts'
import { execute } from '../graphql/run-operation.ts'
import { serializeCookie } from '../http/cookies.ts'
import { html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import { catalogue, isLanguage, type Language } from '../languages/catalogue.ts'
import { fill } from '../languages/fill.ts'
import { acceptedLanguage } from '../languages/known-language.ts'
import { userLimits } from '../modules/users/limits.ts'
import { accountPage, doneAt, tagOf } from './account-frame.ts'
import { card, choice, field, postForm, submit } from './elements.ts'
import { readForm } from './forms.ts'
import { mailsCard } from './mail-settings.ts'
import type { Person } from './person.ts'
import { isSignedIn, type KnownVisit, languageCookie, type Visit } from './visit.ts'

/** A profile as somebody entered it, of which a part is wrong. */
interface Entered extends Pick<Person, 'displayName' | 'photoURL'> {
  readonly wrong: readonly string[]
}

/** Answers `GET /account`. */
export async function profilePage(
  visit: KnownVisit,
  person: Person,
  entered?: Entered,
): Promise<HttpResponse> {
  const { account, errors, signIn } = visit.texts
  const { displayName, photoURL } = entered ?? person
  const isWrong = (name: string) => entered?.wrong.includes(name)
  const content = [
    card(
      html`<h2>${account.profile}</h2><p class="soft">${signIn.email}: ${person.email}</p>`,
      postForm(
        '/account',
        field({
          name: 'displayName',
          label: account.name,
          value: displayName,
          wrong: isWrong('displayName') ? fill(errors.name, userLimits.displayName.maxLength) : undefined,
          required: true,
          maxLength: userLimits.displayName.maxLength,
          autocomplete: 'name',
        }),
        field({
          name: 'photoURL',
          label: account.picture,
          type: 'url',
          value: photoURL,
          hint: account.pictureHint,
          wrong: isWrong('photoURL') ? errors.picture : undefined,
          maxLength: userLimits.photoURL.maxLength,
          autocomplete: 'photo',
        }),
        html`<div class="actions">${submit(account.save, 'main', 'little')}</div>`,
      ),
    ),
    await mailsCard(visit),
    languageCard(visit),
  ]
  return accountPage(visit, '/account', content, entered ? 400 : 200)
}

const languageCard = (visit: Visit) =>
  card(
    postForm(
      '/account/language',
      choice({
        name: 'language',
        label: visit.texts.account.language,
        options: [
          ['', visit.texts.account.asBrowser],
          ...(Object.keys(catalogue) as Language[]).map((language) => [language, nameOf(language)] as const),
        ],
        selected: visit.hasChosenLanguage ? visit.language : '',
      }),
      html`<div class="actions">${submit(visit.texts.account.save, 'quiet', 'little')}</div>`,
    ),
  )

/** Returns the name that a language has for itself. */
function nameOf(language: Language): string {
  const tag = tagOf(language)
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? language
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** Answers `POST /account`, which changes the profile. */
export async function saveProfile(visit: KnownVisit, person: Person): Promise<HttpResponse> {
  const form = await readForm(visit)
  const displayName = form.value('displayName')
  const photoURL = form.value('photoURL') || null
  try {
    await execute(
      visit,
      'mutation SaveProfile($id: ID!, $input: UpdateUserInput!) { updateUser(userId: $id, input: $input) { user { id } } }',
      { id: person.id, input: { displayName, photoURL } },
    )
  } catch (error) {
    const wrong = wrongFields(error)
    if (wrong.length === 0) throw error
    return profilePage(visit, person, { displayName, photoURL, wrong })
  }
  return doneAt('/account', 'saved')
}

const wrongFields = (error: unknown): string[] =>
  error instanceof AppError && error.code === 'BAD_USER_INPUT'
    ? ['displayName', 'photoURL'].filter(
        (name) => error.fields?.some(({ path }) => path.endsWith(name)) || error.message.includes(`${name}`),
      )
    : []

const yearOfSeconds = 31_536_000

/** Answers `POST /account/language`, which keeps the language of these pages in the browser, and of mails for the user. */
export async function saveLanguage(visit: KnownVisit): Promise<HttpResponse> {
  const language = (await readForm(visit)).value('language')
  const isChosen = isLanguage(language)
  if (isSignedIn(visit)) await saveLanguageOfMails(visit, isChosen ? language : languageOfBrowser(visit))
  visit.response.appendHeader(
    'Set-Cookie',
    serializeCookie(languageCookie, isChosen ? language : '', {
      path: '/',
      sameSite: 'Lax',
      secure: isHttps(visit.config),
      maxAge: isChosen ? yearOfSeconds : 0,
    }),
  )
  return doneAt('/account', 'saved')
}

const languageOfBrowser = ({ request }: Visit): Language =>
  acceptedLanguage(request.headers['accept-language']) ?? 'en'

const saveLanguageOfMails = (visit: KnownVisit, language: Language): Promise<unknown> =>
  execute(
    visit,
    `mutation SaveLanguage($input: UpdateNotificationSettingsInput!) {
      updateNotificationSettings(input: $input) { notificationSettings { language } } }`,
    { input: { language: language.toUpperCase().replace('-', '_') } },
  )
