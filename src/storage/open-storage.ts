import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export type StorageConfig = Pick<Config, 'dataDir' | 'filesBucket'>

export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'files')

const storages = new Map<string, Storage>()

/** Returns the storage of the files: the bucket that is configured, or the folder. */
export const fileStorage = ({ dataDir, filesBucket }: StorageConfig): Storage =>
  filesBucket === undefined
    ? fileFolder({ dataDir })
    : getOrCreate(storages, JSON.stringify(filesBucket), () => s3Storage(filesBucket))

/** Returns the storage of the folder of files, also where a bucket is configured. */
export const fileFolder = (config: Pick<Config, 'dataDir'>): Storage =>
  getOrCreate(storages, filesFolder(config), () => folderStorage(filesFolder(config)))
