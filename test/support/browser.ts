/** The parts of a browser that a sign-in needs: it keeps the cookies of each origin, and posts forms. */
export interface Browser {
  open(address: string, init?: RequestInit): Promise<Response>
  /** Sends a form as a page of this origin does. */
  submit(address: string, fields?: Readonly<Record<string, string>>): Promise<Response>
  /** Opens an address and follows redirects and the forms of providers, which post themselves, to the last answer. */
  follow(address: string): Promise<Response>
  cookie(origin: string, name: string): string | undefined
  cookies(origin: string): Record<string, string>
}

/** Opens a browser, which may have cookies already, by origin. */
export function openBrowser(cookies: Readonly<Record<string, Record<string, string>>> = {}): Browser {
  const jars = new Map(Object.entries(cookies).map(([origin, jar]) => [origin, new Map(Object.entries(jar))]))
  const jarOf = (address: string) => {
    const { origin } = new URL(address)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const open = async (address: string, init: RequestInit = {}) => {
    const jar = jarOf(address)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0\b|Expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  const submit = (address: string, fields: Readonly<Record<string, string>> = {}) =>
    open(address, {
      method: 'POST',
      headers: { Origin: new URL(address).origin },
      body: new URLSearchParams(fields),
    })
  const follow = async (address: string): Promise<Response> => {
    let answer = await open(address)
    for (let step = 0; step < 10; step++) {
      const location = answer.headers.get('location')
      const next = location === null ? await formOf(answer) : { address: new URL(location, answer.url).href }
      if (!next) return answer
      answer = await open(next.address, 'body' in next ? { method: 'POST', body: next.body } : {})
    }
    throw new Error('the browser is sent around in circles')
  }
  return {
    open,
    submit,
    follow,
    cookie: (origin, name) => jarOf(origin).get(name),
    cookies: (origin) => Object.fromEntries(jarOf(origin)),
  }
}

async function formOf(answer: Response): Promise<{ address: string; body: URLSearchParams } | null> {
  const [, address] = /<form method="post" action="(http[^"]+)">/.exec(await answer.clone().text()) ?? []
  if (!address) return null
  const fields = [
    ...(await answer.clone().text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g),
  ]
  return {
    address,
    body: new URLSearchParams(fields.map(([, name, value]) => [name, value] as [string, string])),
  }
}
