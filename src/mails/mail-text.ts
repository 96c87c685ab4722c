import { Html, html } from '../http/html.ts'
import { catalogue, type Language } from '../languages/catalogue.ts'
import { fill } from '../languages/fill.ts'

/** The parts of a mail: what it says, and the page that it leads to. */
export interface MailParts {
  readonly language: Language
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button: { readonly text: string; readonly address: string }
  /** Further sentences, in smaller letters. */
  readonly notes: readonly string[]
  /** The address of the server. */
  readonly baseUrl: string
}

export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address that the mail leads to. */
  readonly link: string
}

/** Returns a mail as plain text and as HTML, of the one layout that all mails have. It loads nothing from elsewhere. */
export function mailText(parts: MailParts): MailText {
  // An older title may have line breaks, with which it could pass for text of the mail.
  const [subject = '', ...paragraphs] = [parts.subject, ...parts.paragraphs].map((text) =>
    text.replace(/\s+/g, ' '),
  )
  const { plainAddress, sentBy } = catalogue[parts.language].mails
  const { text: label, address } = parts.button
  const sender = fill(sentBy, parts.baseUrl)
  const blocks = [...paragraphs, `${label}:\n${address}`, ...parts.notes, `-- \n${sender}`]
  return {
    subject,
    text: `${blocks.join('\n\n')}\n`,
    html: pageOf({ ...parts, subject, paragraphs, plainAddress, sender }),
    link: address,
  }
}

/** Mail programs know inline styles best. The style sheet changes the colors where the reader prefers dark ones. */
const darkStyles = new Html(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f1216!important}.card{background:#171b21!important;border-color:#2a313b!important}
.text{color:#e9ecf1!important}.soft{color:#9ba6b5!important}.link{color:#86adff!important}
.button{background:#86adff!important;color:#0d1626!important}}`)

const font = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

const pageOf = ({
  language,
  subject,
  paragraphs,
  button,
  notes,
  plainAddress,
  sender,
}: MailParts & { readonly plainAddress: string; readonly sender: string }): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f6f8">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f6f8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e2e6eb;border-radius:14px"><tr><td style="padding:32px;font:16px/1.55 ${font};text-align:start">
<h1 class="text" style="margin:0 0 16px;font-size:21px;line-height:1.3;color:#1a2029">${subject}</h1>
${paragraphs.map((text) => html`<p class="text" style="margin:0 0 16px;color:#1a2029">${text}</p>\n`)}<p style="margin:24px 0"><a class="button" href="${button.address}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:#2a5bd7;color:#ffffff;font-weight:600;text-decoration:none">${button.text}</a></p>
${notes.map((text) => html`<p class="soft" style="margin:0 0 8px;font-size:14px;color:#566070">${text}</p>\n`)}<p class="soft" style="margin:16px 0 0;font-size:14px;color:#566070">${plainAddress}<br><a class="link" href="${button.address}" style="color:#2a5bd7;word-break:break-all">${button.address}</a></p>
</td></tr></table>
<p class="soft" style="margin:16px 0 0;font:13px/1.5 ${font};color:#566070">${sender}</p>
</td></tr></table>
</body>
</html>
`.text
