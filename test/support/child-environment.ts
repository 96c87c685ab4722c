/** Returns the environment of the processes of tests: the path of programs and the folder of temporary files. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>> = {},
): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env
  return { PATH, TMPDIR, ...environment }
}
