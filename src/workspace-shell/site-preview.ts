import { expiryAfter } from '../access/signed-urls.ts'
import { AppError, errorTable } from '../base/errors.ts'
import { execute } from '../graphql/run-operation.ts'
import { readFormBody } from '../http/form-body.ts'
import type { HttpResponse } from '../http/response.ts'
import { assertMethod } from '../http/transport-error.ts'
import { previewCookie } from '../modules/published-sites/visits/request-credentials.ts'
import { previewLifetimeSeconds } from '../modules/publishing/previews.ts'
import { signSiteGrant } from '../modules/visitors/site-grants.ts'
import { type PageExchange, type PageServices, visitOf } from '../sign-in/visit.ts'
import { hashOf } from '../sites/render/content-security-policy.ts'
import { element, writeHtml } from '../sites/render/elements.ts'

/** The bytes of a form with a customization, whose longest parts are lists of links. */
const maximumFormBytes = 1_000_000

const previewOperation = `
query SitePreview($siteId: ID!, $siteSpaceId: ID, $path: String, $input: UpdateSiteCustomizationInput!) {
  site(id: $siteId) { id organization { id } }
  siteCustomizationPreview(siteId: $siteId, siteSpaceId: $siteSpaceId, path: $path, input: $input) {
    html contentSecurityPolicy
  }
}`

interface Previewed {
  readonly site: { readonly id: string; readonly organization: { readonly id: string } }
  readonly siteCustomizationPreview: { readonly html: string; readonly contentSecurityPolicy: string }
}

/**
 * Answers the form of a customization with a page of the site as it would be. The field `customization` is the input of
 * `updateSiteCustomization` as JSON. The session counts only for a page of this server, and the operation of the graph decides who
 * may see what.
 */
export async function answerSitePreview(
  services: PageServices,
  exchange: PageExchange,
): Promise<HttpResponse> {
  const { request } = exchange
  assertMethod(request, 'POST')
  try {
    const visit = visitOf(services, exchange)
    const context = await services.contextOf(exchange)
    const form = await readFormBody(request, maximumFormBytes)
    if (!form) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    const [, siteId = ''] = /\/site-preview\/([^/]+)$/.exec(visit.url.pathname) ?? []
    const variables = {
      siteId,
      siteSpaceId: visit.url.searchParams.get('siteSpace'),
      path: visit.url.searchParams.get('path'),
      input: inputOf(form.get('customization') ?? '{}'),
    }
    const previewed = await execute<Previewed>({ ...services, context }, previewOperation, variables)
    return page(previewed, await cookieFor(services, previewed))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return fault(error)
  }
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('BAD_USER_INPUT', 'customization: must be JSON')
  }
}

/** Returns the cookie that lets the page load the files of a site that is not for everybody. */
async function cookieFor({ config, database }: PageServices, { site }: Previewed): Promise<string> {
  const token = await signSiteGrant(
    database,
    { siteId: site.id, preview: {} },
    expiryAfter(previewLifetimeSeconds),
  )
  const { pathname: path, protocol } = new URL(`${config.baseUrl}/sites/${site.organization.id}/${site.id}`)
  return previewCookie(token, { path, isSecure: protocol === 'https:' })
}

const common = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

const page = ({ siteCustomizationPreview: shown }: Previewed, cookie: string): HttpResponse => ({
  status: 200,
  headers: {
    ...common,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': shown.contentSecurityPolicy,
    'Set-Cookie': cookie,
  },
  body: shown.html,
})

/** Returns a page that tells the one around it what is wrong. */
function fault({ code, message, extensions }: AppError): HttpResponse {
  const told = JSON.stringify({ type: 'fault', message, extensions }).replaceAll('<', '\\u003c')
  const script = `parent.postMessage(${told},location.origin)`
  return {
    status: errorTable[code].status,
    headers: {
      ...common,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src ${hashOf(script)}; frame-ancestors 'self'`,
    },
    body: writeHtml(element('html', {}, element('body', {}, message, element('script', {}, script)))),
  }
}
