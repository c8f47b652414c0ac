import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { arrivalsIn, KEY, type FileStore } from './files.ts'

/** A bucket of an S3-compatible store, and the account that may read and write there. */
export interface Bucket {
  /** Endpoint and bucket: `https://s3.example.edu/portal-files`. */
  url: string
  region: string
  keyId: string
  secret: string
}

const CONNECT_MS = 3_000
/** Milliseconds without any byte sent or received. An upload holds a database connection meanwhile. */
const SILENT_MS = 15_000
const ATTEMPTS = 2

interface Told {
  name?: string
  $metadata?: { httpStatusCode?: number }
}
const isMissing = (e: unknown) => (e as Told).$metadata?.httpStatusCode === 404

/**
 * Stores files as objects of a bucket, for several servers or a disk that is to stay small. Objects have the
 * names that files have below `files` of the data folder, so a copy of that folder fills the bucket. Uploads
 * are on this machine's disk until they have been checked and placed.
 */
export function bucketFiles(bucket: Bucket, folder: string, silentMs = SILENT_MS): FileStore {
  const { origin, pathname } = new URL(bucket.url)
  const Bucket = decodeURIComponent(pathname.replaceAll(/^\/+|\/+$/g, ''))
  const findName = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a file key: ${key}`)
    return `${key.slice(0, 2)}/${key}`
  }

  let opened: Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  /** Loads the client's libraries only if there is a bucket. */
  const open = () =>
    (opened ??= import('@aws-sdk/client-s3').then((s3) => ({
      s3,
      client: new s3.S3Client({
        endpoint: origin,
        region: bucket.region,
        forcePathStyle: true,
        credentials: { accessKeyId: bucket.keyId, secretAccessKey: bucket.secret },
        maxAttempts: ATTEMPTS,
        // The client's `requestTimeout` would only warn.
        requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silentMs },
        // Only Amazon knows checksums in trailers: other stores take them for the last bytes of the file.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    })))
  /**
   * A store that does not answer, or answers 5xx, is no bug of the portal: answered with 503, so
   * that the caller retries.
   */
  async function ask<T>(
    work: (send: S3Client['send'], commands: typeof import('@aws-sdk/client-s3')) => Promise<T>,
  ): Promise<T> {
    const { s3, client } = await open()
    try {
      return await work(client.send.bind(client), s3)
    } catch (e) {
      const { name, $metadata } = e as Told
      if (name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500)
        throw Object.assign(new Error('the store of files is away', { cause: e }), { code: 'UNAVAILABLE' })
      throw e
    }
  }

  return {
    ...arrivalsIn(folder),
    async place(received, key) {
      const Key = findName(key)
      await ask((send, { PutObjectCommand }) =>
        send(
          new PutObjectCommand({
            Bucket,
            Key,
            Body: createReadStream(received.path),
            ContentLength: received.bytes,
          }),
        ),
      )
    },
    async put(key, content) {
      const Key = findName(key)
      await ask((send, { PutObjectCommand }) => send(new PutObjectCommand({ Bucket, Key, Body: content })))
    },
    async read(key) {
      const Key = findName(key)
      try {
        const { Body } = await ask((send, { GetObjectCommand }) =>
          send(new GetObjectCommand({ Bucket, Key })),
        )
        return Body as Readable // in Node it is one
      } catch (e) {
        if (isMissing(e)) return undefined
        throw e
      }
    },
    async copy(from, to) {
      const [source, Key] = [findName(from), findName(to)]
      try {
        await ask((send, { CopyObjectCommand }) =>
          send(new CopyObjectCommand({ Bucket, Key, CopySource: `${encodeURIComponent(Bucket)}/${source}` })),
        )
      } catch (e) {
        if (!isMissing(e)) throw e
      }
    },
    async remove(key) {
      const Key = findName(key)
      await ask((send, { DeleteObjectCommand }) => send(new DeleteObjectCommand({ Bucket, Key })))
    },
    async *writtenBefore(at) {
      let ContinuationToken: string | undefined
      do {
        const page = await ask((send, { ListObjectsV2Command }) =>
          send(new ListObjectsV2Command({ Bucket, ...(ContinuationToken && { ContinuationToken }) })),
        )
        const old = (page.Contents ?? []).flatMap(({ Key = '', LastModified }) => {
          const key = Key.slice(3)
          return KEY.test(key) && Key === findName(key) && LastModified && LastModified < at ? [key] : []
        })
        if (old.length > 0) yield old
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}
