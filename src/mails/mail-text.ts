import { Html, html } from '../http/html.ts'
import { catalogue, type Language } from '../languages/catalogue.ts'
import { fill } from '../languages/fill.ts'

/** A text that leads to a page. */
export interface MailLink {
  readonly text: string
  readonly address: string
}

/** Lines under a title that leads to what they are about. */
export interface MailGroup extends MailLink {
  readonly lines: readonly string[]
}

/** The parts of a mail: what it says, and the pages that it leads to. */
export interface MailParts {
  readonly language: Language
  readonly subject: string
  /** The heading of the text. The subject by default. */
  readonly heading?: string
  readonly paragraphs: readonly string[]
  readonly groups?: readonly MailGroup[]
  readonly button?: MailLink
  /** Further sentences, in smaller letters. */
  readonly notes: readonly string[]
  /** Further pages, at its end. */
  readonly links?: readonly MailLink[]
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
export function mailText(given: MailParts): MailText {
  const parts = onSingleLines(given)
  const { heading, paragraphs, groups, button, notes, links } = parts
  const sender = fill(catalogue[parts.language].mails.sentBy, parts.baseUrl)
  const blocks = [
    heading,
    ...paragraphs,
    ...groups.map(({ text, address, lines }) =>
      [text, address, ...lines.map((line) => `- ${line}`)].join('\n'),
    ),
    ...(button ? [`${button.text}:\n${button.address}`] : []),
    ...notes,
    ...(links.length > 0 ? [links.map(({ text, address }) => `${text}: ${address}`).join('\n')] : []),
    `-- \n${sender}`,
  ]
  return {
    subject: parts.subject,
    text: `${blocks.join('\n\n')}\n`,
    html: pageOf(parts, sender),
    link: (button ?? groups[0])?.address ?? parts.baseUrl,
  }
}

type WholeParts = Required<Omit<MailParts, 'button'>> & Pick<MailParts, 'button'>

/** Returns the parts with each text on one line. An older title may have line breaks, with which it could pass for text of the mail. */
function onSingleLines(parts: MailParts): WholeParts {
  const line = (text: string) => text.replace(/\s+/g, ' ')
  const subject = line(parts.subject)
  return {
    ...parts,
    subject,
    heading: parts.heading === undefined ? subject : line(parts.heading),
    paragraphs: parts.paragraphs.map(line),
    groups: (parts.groups ?? []).map(({ text, address, lines }) => ({
      text: line(text),
      address,
      lines: lines.map(line),
    })),
    links: parts.links ?? [],
  }
}

/** Mail programs know inline styles best. The style sheet changes the colors where the reader prefers dark ones. */
const darkStyles = new Html(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f1216!important}.card{background:#171b21!important;border-color:#2a313b!important}
.text{color:#e9ecf1!important}.soft{color:#9ba6b5!important}.link{color:#86adff!important}
.button{background:#86adff!important;color:#0d1626!important}}`)

const font = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

const pageOf = (
  { language, subject, heading, paragraphs, groups, button, notes, links }: WholeParts,
  sender: string,
): string =>
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
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e2e6eb;border-radius:14px"><tr><td style="padding:32px;font:16px/1.55 ${font};text-align:start;overflow-wrap:anywhere">
<h1 class="text" style="margin:0 0 16px;font-size:21px;line-height:1.3;color:#1a2029">${heading}</h1>
${paragraphs.map((text) => html`<p class="text" style="margin:0 0 16px;color:#1a2029">${text}</p>\n`)}${groups.map(groupOf)}${button && buttonOf(button)}${notes.map(noteOf)}${button && plainAddressOf(button, language)}
</td></tr></table>
<p class="soft" style="margin:16px 0 0;font:13px/1.5 ${font};color:#566070">${links.map(
    ({ text, address }) =>
      html`<a class="link" href="${address}" style="display:inline-block;padding:6px 0;color:#2a5bd7">${text}</a><br>`,
  )}${sender}</p>
</td></tr></table>
</body>
</html>
`.text

const groupOf = ({ text, address, lines }: MailGroup): Html =>
  html`<h2 style="margin:24px 0 6px;font-size:16px;line-height:1.4"><a class="link" href="${address}" style="color:#2a5bd7">${text}</a></h2>
<ul class="text" style="margin:0;padding:0 0 0 20px;color:#1a2029">${lines.map((line) => html`<li style="margin:0 0 4px">${line}</li>`)}</ul>
`

const buttonOf = ({ text, address }: MailLink): Html =>
  html`<p style="margin:24px 0"><a class="button" href="${address}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:#2a5bd7;color:#ffffff;font-weight:600;text-decoration:none">${text}</a></p>
`

const noteOf = (text: string, index: number): Html =>
  html`<p class="soft" style="margin:${index === 0 ? '24px' : '0'} 0 8px;font-size:14px;color:#566070">${text}</p>
`

/** Returns the address of a button, for mail programs that do not show buttons. */
const plainAddressOf = ({ address }: MailLink, language: Language): Html =>
  html`<p class="soft" style="margin:16px 0 0;font-size:14px;color:#566070">${catalogue[language].mails.plainAddress}<br><a class="link" href="${address}" style="color:#2a5bd7;word-break:break-all">${address}</a></p>`
