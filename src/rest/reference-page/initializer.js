const fragment = new URLSearchParams(location.hash.slice(1))
const token = fragment.get('token')
// The token must not stay in the address, which people share.
if (token) history.replaceState(null, '', location.pathname + location.search)

/** Sends a request with the session of the browser, unless a token was entered. */
function send(input, init) {
  const request = new Request(input, init)
  if (!/^Bearer \S/.test(request.headers.get('authorization') ?? '')) request.headers.delete('authorization')
  return fetch(request)
}

Scalar.createApiReference('#reference', {
  url: new URL('openapi.json', document.baseURI).href,
  authentication: { preferredSecurityScheme: 'token', securitySchemes: { token: { token: token ?? '' } } },
  persistAuth: false,
  customFetch: send,
  operationTitleSource: 'summary',
  defaultOpenFirstTag: true,
  hiddenClients: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
  telemetry: false,
  proxyUrl: '',
  withDefaultFonts: false,
  onLoaded: () => document.getElementById('contents')?.remove(),
})
