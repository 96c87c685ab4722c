import { join } from 'node:path'
import { nanoid } from 'nanoid'
import type { Config } from './config.ts'

/** The end of the names of files that are still being written. */
export const unfinishedExtension = '.part'

/** Returns the folder of uploads and other files that a request or a job writes and then moves, sends or deletes. */
export const temporaryFilesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'uploads')

/** Returns the path of a new file in a folder. The sweep deletes the file if the process is killed. */
export const temporaryFilePath = (folder: string): string => join(folder, `${nanoid()}${unfinishedExtension}`)
