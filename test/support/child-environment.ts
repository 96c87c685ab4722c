/** What every process that a test starts is told: where its programs are, and where to keep what is temporary. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>> = {},
): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, TMPDIR, NODE_COMPILE_CACHE, ...environment }
}
