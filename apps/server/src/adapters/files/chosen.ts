import type { Env } from '../../kernel/env.ts'
import { filesUnder, uploadsUnder, type FileStore } from './files.ts'
import { bucketFiles } from './s3.ts'

/**
 * The file store that the environment names: a bucket, or else the data folder. A trial deletes nothing,
 * because it may read the bucket of the live portal.
 */
export function chooseFiles(env: Env): FileStore {
  const store = openStore(env)
  return env.TRIAL ? { ...store, remove: async () => {} } : store
}

function openStore(env: Env): FileStore {
  const { FILES_S3_URL: url, FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret } = env
  if (!url || !keyId || !secret) return filesUnder(env.DATA_DIR)
  return bucketFiles({ url, region: env.FILES_S3_REGION, keyId, secret }, uploadsUnder(env.DATA_DIR))
}
