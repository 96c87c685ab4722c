import { type AppError, type FieldFault, inputFault } from './errors.ts'
import { filled, type MessageValues, type ValuesOf } from './templates.ts'

/**
 * The rules that a value of the input can break, by name, with their messages. `{name}` stands for a value. The name of a rule never
 * changes, once it was released: clients tell it in the language of a person. Messages that only programs can cause have none, and
 * what contradicts what exists has a reason (`reasons.ts`).
 */
export const rules = {
  BODY_NESTED_TOO_DEEPLY: 'is nested too deeply',
  BODY_TOO_COMPLEX_TO_READ: 'is too complex: it has too many {cause}',
  BODY_TOO_DEEP: 'nests deeper than {maximum} blocks',
  BODY_TOO_LONG: 'is longer than {maximum} characters',
  BODY_WITH_TOO_LONG_RUN: 'has more than {maximum} backticks or dollar signs in a row',
  BODY_WITH_TOO_MANY_BACKTICKS: 'has more than {maximum} backticks in one paragraph',
  BODY_WITH_TOO_MANY_BRACKETS: 'has more than {maximum} brackets and backslashes',
  BODY_WITH_TOO_MANY_LINES: 'has more than {maximum} lines',
  BODY_WITH_TOO_MANY_OPEN_ELEMENTS: 'has too many unclosed elements of HTML',
  CONDITION_INVALID: 'at position {position}: {problem}',
  DUPLICATES: 'must not contain duplicates',
  FILE_TOO_LARGE: 'must have at most {megabytes} MB',
  FRONT_MATTER_TOO_LONG: 'has front matter of more than {maximum} characters',
  GIT_ADDRESS_REFUSED: 'is refused: {problem}',
  GROUP_MAPPING_WITHOUT_TARGET: 'must have a role or a team',
  NOT_AN_OPTION: 'must be one of the options of the field',
  NOT_BASENAME: 'must be letters, digits, ".", "_" and "-", beginning with a letter or a digit',
  NOT_BRANCH: 'must be the name of a branch, such as main',
  NOT_BRANCH_OR_PULL_REQUEST: 'must be the name of a branch, or # and the number of a pull request',
  NOT_CERTIFICATE: 'must be an X.509 certificate in PEM or base64',
  NOT_COLOR: 'must be a color such as #346DDB or #36D',
  NOT_CUSTOM_FIELD_NAME: 'must consist of lower-case letters, digits, underscores and hyphens',
  NOT_DOMAIN: 'must be a host name in small letters of at least three parts, such as docs.example.com',
  NOT_EMAIL: 'must be an email address',
  NOT_FILE_NAME: 'must not contain slashes or spaces',
  NOT_FOLDER: 'must be a folder, such as docs/guide',
  NOT_FONT: 'must be a font in the format woff2 or woff',
  NOT_HOSTNAME: 'must be a host name',
  NOT_HTTPS: 'must be an https URL',
  NOT_ISSUER: 'must be an http or https URL without user, query and fragment',
  NOT_LANGUAGE: 'must be the tag of a language, such as fr or pt-br',
  NOT_LANGUAGE_OF_TRANSLATION: 'must be a language tag, for example de or pt-BR',
  NOT_MEDIA_TYPE: 'must be a media type such as image/png',
  NOT_NUMBER: 'must be a number',
  NOT_ONE_LINE: 'must not contain line breaks',
  NOT_ORGANIZATION_NAME:
    'must consist of lower-case letters, digits and hyphens, and begin and end with a letter or digit',
  NOT_PICTURE: 'must be a picture: a PNG, JPEG, GIF, WebP, AVIF, SVG or ICO',
  NOT_PROXY_ADDRESS: 'must be a host name followed by one or more path segments, such as example.com/docs',
  NOT_REDIRECT_SOURCE:
    'must be a path such as /old/page, percent-encoded, without a slash at the end. Only a wildcard may follow it, as in /old/*',
  NOT_SCOPE: 'must be a scope',
  NOT_SLUG: 'may contain only letters, digits and the characters - . _ ~',
  NOT_SPECIFICATION_SLUG: 'must be lower-case letters and digits, with single hyphens between them',
  NOT_TEXT: 'must be a string',
  NOT_TRUE_OR_FALSE: 'must be true or false',
  NOT_WEB_ADDRESS: 'must be an http or https URL',
  NULL: 'must not be null',
  OPENID_MISSING: 'must have openid',
  OUT_OF_RANGE: 'must be a number from {minimum} to {maximum}',
  PAST: 'must be in the future',
  PREVIEW_OF_OWN_BRANCH: 'is the branch that the space is kept in step with',
  PRIVATE_ADDRESS: 'must not be an address in a private network',
  PULL_REQUESTS_UNKNOWN: 'must be a branch: the server has no names for pull requests',
  REQUIRED: 'is required',
  SAME_AS_BEFORE: 'is the same as {path}',
  TOO_FEW_ITEMS: 'must have at least {minimum} items',
  TOO_LONG: 'must have at most {maximum} characters',
  TOO_MANY_ITEMS: 'must have at most {maximum} items',
  TOO_MANY_VARIABLES: 'must have at most {maximum} variables',
  TOO_SHORT: 'must have at least {minimum} characters',
  URL_WITH_FRAGMENT: 'must not have a fragment, which is not sent',
  URL_WITH_PASSWORD: 'must not have a user or a password',
  VARIABLE_NAME_INVALID: 'must have a name of letters, digits and _, up to {maximum} characters',
  VARIABLE_VALUE_INVALID: 'must be a text of up to {maximum} characters, a number, true or false',
  WITHOUT_HTTP: 'must begin with http:// or https://',
} as const

export type RuleName = keyof typeof rules

/** A rule whose message has no values. */
export type PlainRuleName = {
  [Name in RuleName]: ValuesOf<(typeof rules)[Name]> extends [] ? Name : never
}[RuleName]

/** Returns what is wrong with the member at a path: the rule that it breaks, with the values of its message. */
export function faultBy<Name extends RuleName>(
  path: string,
  rule: Name,
  ...[values]: ValuesOf<(typeof rules)[Name]>
): FieldFault {
  const given: MessageValues | undefined = values
  return { path, message: filled(rules[rule], given), rule, ...(given && { values: given }) }
}

/** Creates a BAD_USER_INPUT error for the member at a path, which breaks a rule. */
export function brokenRule<Name extends RuleName>(
  path: string,
  rule: Name,
  ...values: ValuesOf<(typeof rules)[Name]>
): AppError {
  return inputFault(faultBy(path, rule, ...values))
}
