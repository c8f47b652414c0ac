import { fileCalls, fileRefusals, LOOSE_DAYS, makeJpegAddress } from '@portal/contract/file/file'
import { guidanceCalls } from '@portal/contract/guidance/guidance'
import { randomBytes } from 'node:crypto'
import { utimesSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { fileJobs } from './file.jobs.ts'
import * as file from './file.service.ts'

let world: World
let owner: Person
let reader: Person
let stranger: Person
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  owner = await world.person('主人')
  reader = await world.person('相关人')
  stranger = await world.person('无关人')
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  file.registerFileReaders('test-thing', (ctx, rowId) => ctx.me.id === reader.id && rowId === 7)
})
afterAll(() => world.close())

const upload = (content: string, mime = 'text/plain; charset=utf-8', name = "说明 (终稿)'s.txt") => ({
  name,
  mime,
  content: Buffer.from(content),
})
const keep = (of: ReturnType<typeof upload>, about: file.About, by = owner) =>
  world.asSystem(async (ctx) => {
    const row = await file.keepBytes(ctx, of, about)
    await world.sql('select 1')
    await ctx.db.updateTable('file').set({ owner_id: by.id }).where('id', '=', row.id).execute()
    return row
  })
const read = (id: string, by: Person | null, query = '') =>
  world.app.inject({ url: `/api/v2/file/${id}${query}`, headers: by ? { authorization: by.token } : {} })

describe('a private file', () => {
  test('is for its owner, whoever may see its row, and administrators', async () => {
    const { id } = await keep(upload('机密'), { business: 'test-thing', rowId: 7, visibility: 'private' })
    expect(
      await Promise.all(
        [owner, reader, admin, stranger, null].map(async (who) => (await read(id, who)).statusCode),
      ),
    ).toEqual([200, 200, 200, 403, 401])
    expect((await read(id, owner)).headers['cache-control']).toBe('no-store')
    const other = await keep(upload('机密'), { business: 'test-thing', rowId: 8, visibility: 'private' })
    expect((await read(other.id, reader)).statusCode).toBe(403)
    const loose = await keep(upload('草稿'), { business: 'test-thing', visibility: 'private' })
    expect(
      await Promise.all([owner, reader].map(async (who) => (await read(loose.id, who)).statusCode)),
    ).toEqual([200, 403])
  })
})

describe('what is sent', () => {
  test('is saved under its name unless a browser draws it without running anything', async () => {
    const text = await keep(upload('<script>alert(1)</script>'), { business: 'x', visibility: 'public' })
    const { headers, body } = await read(text.id, null)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition':
        "attachment; filename*=UTF-8''%E8%AF%B4%E6%98%8E%20%28%E7%BB%88%E7%A8%BF%29%27s.txt",
    })
    expect(body).toBe('<script>alert(1)</script>')
    const pdf = await keep(upload('%PDF-1.7', 'application/pdf', 'a.pdf'), {
      business: 'x',
      visibility: 'public',
    })
    expect((await read(pdf.id, null)).headers['content-disposition']).toMatch(/^inline;/)
    expect((await read(pdf.id, null, '?download=1')).headers['content-disposition']).toMatch(/^attachment;/)
  })
  test('what is not there, was never there, or has lost its bytes is 404', async () => {
    expect((await read('00000000-0000-4000-8000-000000000000', admin)).statusCode).toBe(404)
    expect((await read('not-an-id', admin)).statusCode).toBe(400)
    const lost = await keep(upload('x'), { business: 'x', visibility: 'public' })
    await world.app.deps.adapters.files.remove(lost.id)
    expect((await read(lost.id, null)).statusCode).toBe(404)
  })
})

test('a form’s own uploads are joined to its row, once, and nobody else’s', async () => {
  const [mine, theirs] = [
    await keep(upload('a'), { business: 'form', visibility: 'private' }),
    await keep(upload('b'), { business: 'form', visibility: 'private' }, stranger),
  ]
  const attach = (ids: string[]) =>
    world.asSystem((ctx) =>
      file.attach(Object.defineProperty(ctx, 'actor', { value: { id: owner.id } }), ids, 'form', 1),
    )
  await expect(attach([mine.id, theirs.id])).rejects.toThrow('附件不存在或已被使用')
  await attach([mine.id])
  await expect(attach([mine.id])).rejects.toThrow('附件不存在或已被使用')
  const files = await world.asSystem((ctx) => file.listFiles(ctx, 'form', [1, 2]))
  expect([...files].map(([row, of]) => [row, of.map((f) => f.id)])).toEqual([[1, [mine.id]]])
})

test('bytes without a row are swept up after a day, others stay', async () => {
  const kept = await keep(upload('kept'), { business: 'x', visibility: 'public' })
  await world
    .asSystem(async (ctx) => {
      await file.keepBytes(ctx, upload('rolled back'), { business: 'x', visibility: 'public' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  const folder = join(world.app.deps.env.DATA_DIR, 'files')
  const all = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
  const before = all().length
  expect(await runJob(world.app.deps, fileJobs[0]!)).toBe(0)
  for (const e of all())
    utimesSync(join(e.parentPath, e.name), new Date(0), new Date(Date.now() - 90_000_000))
  expect(await runJob(world.app.deps, fileJobs[0]!)).toBe(1)
  expect(all()).toHaveLength(before - 1)
  expect((await read(kept.id, null)).body).toBe('kept')
})

test('a commit whose answer was lost keeps its file', async () => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  const lost = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const answer = await query.apply(this, args)
    if (args[0] === 'commit') throw new Error('Connection terminated unexpectedly')
    return answer
  })
  const sent = await world
    .send(admin, fileCalls.picture, { files: [{ name: '仪器.png', content: PNG }] })
    .finally(() => lost.mockRestore())
  expect(sent).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  const [row] = await world.sql<{ id: string }>('select id from file order by created_at desc limit 1')
  expect((await read(row!.id, admin)).statusCode).toBe(200)
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a picture for other sites', () => {
  const draw = async (content: Buffer, visibility: file.About['visibility'] = 'public') => {
    const received = await world.app.deps.adapters.files.receive(Readable.from([content]))
    return world.asSystem((ctx) =>
      file.keepPicture(ctx, { name: '外观.png', received }, { business: 'x', visibility }),
    )
  }
  const ask = (id: string) => world.app.inject(makeJpegAddress(id))

  test('is a JPEG under an address that says so, which everybody may show and keep', async () => {
    const glass = { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const { id } = await draw(await sharp({ create: glass }).png().toBuffer())
    const [first, again] = [await ask(id), await ask(id)]
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': "inline; filename*=UTF-8''%E5%A4%96%E8%A7%82.jpg",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 20 })
    const { channels } = await sharp(first.rawPayload).stats()
    expect(Math.min(...channels.map(({ min }) => min))).toBeGreaterThan(250)
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
  })
  test('has at most 1 MB, whatever is on it', async () => {
    const noise = sharp(randomBytes(1600 * 1600), { raw: { width: 1600, height: 1600, channels: 1 } })
    const { id } = await draw(await noise.png().toBuffer())
    const { rawPayload } = await ask(id)
    expect(rawPayload.length).toBeLessThanOrEqual(1_000_000)
    expect((await sharp(rawPayload).metadata()).width).toBeLessThan(1600)
  })
  test('is a public picture that the portal has drawn, and goes with it', async () => {
    const hidden = await draw(PNG, 'private')
    const asItCame = await keep(upload('x', 'image/jpeg'), { business: 'x', visibility: 'public' })
    for (const { id } of [hidden, asItCame]) expect((await ask(id)).statusCode).toBe(404)
    const { id } = await draw(PNG)
    expect((await ask(id)).statusCode).toBe(200)
    await world.asSystem((ctx) => file.remove(ctx, id))
    expect((await ask(id)).statusCode).toBe(404)
    const { files } = world.app.deps.adapters
    await expect.poll(() => files.read(`${id}.jpg`)).toBeUndefined()
  })
  test('is drawn once for all who ask at once, by few at a time, and no upload waits for it', async () => {
    const { files } = world.app.deps.adapters
    const put = files.put.bind(files)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const drawn: string[] = []
    const spy = vi.spyOn(files, 'put').mockImplementation(async (key, content) => {
      if (key.endsWith('.jpg')) {
        drawn.push(key)
        await gate
      }
      return put(key, content)
    })
    try {
      const ids: string[] = []
      for (let n = 0; n < 53; n++) {
        const png = { name: '外观.png', mime: 'image/png', content: PNG, width: 1, height: 1 }
        ids.push((await keep(png, { business: 'x', visibility: 'public' })).id)
      }
      const [once, other, ...more] = ids
      const asked = [once, once, once, other].map((id) => ask(id ?? ''))
      await expect.poll(() => drawn.toSorted()).toEqual([`${once}.jpg`, `${other}.jpg`].toSorted())
      expect((await draw(PNG)).width).toBe(1)
      asked.push(...more.map(ask))
      const answers = Promise.all(asked)
      const first = await Promise.race(asked)
      expect(first.json()).toMatchObject({ code: 'TOO_MANY', message: fileRefusals.BUSY })
      open()
      const statuses = (await answers).map((a) => a.statusCode)
      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      expect(statuses.filter((status) => status === 200)).toHaveLength(54)
      expect(drawn).toHaveLength(52)
    } finally {
      open()
      spy.mockRestore()
    }
  })
})

describe('a picture for rich text', () => {
  const send = (who: Person | null, content = PNG) =>
    world.send(who, fileCalls.picture, { files: [{ name: '仪器.png', content }] })

  test('is taken from those who write texts, judged by its content, named by the server', async () => {
    expect(await send(admin)).toMatchObject({
      status: 200,
      data: { url: expect.stringMatching(/^\/api\/v2\/file\/[0-9a-f-]{36}$/) as string, width: 1, height: 1 },
    })
    expect((await send(stranger)).status).toBe(403)
    expect((await send(null)).status).toBe(401)
    expect((await send(admin, Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415)
  })

  test('is kept with the text it stands in, and swept up when that was never kept', async () => {
    const [kept, loose] = [(await send(admin)).data, (await send(admin)).data]
    await world.asSystem((ctx) => file.keepPictures(ctx, `<p><img src="${kept.url}"></p>`, 'test-text', 3))
    await world.sql(`update file set created_at = now() - interval '61 days' where id = any($1::uuid[])`, [
      [kept.id, loose.id],
    ])
    expect(await runJob(world.app.deps, fileJobs[1]!)).toBe(1)
    expect([(await read(kept.id, null)).statusCode, (await read(loose.id, null)).statusCode]).toEqual([
      200, 404,
    ])
    await world.asSystem((ctx) => file.removeFiles(ctx, ['test-text'], 3))
    expect((await read(kept.id, null)).statusCode).toBe(404)
  })

  test('that is edited out goes in time, unless it is put back or another text shows it', async () => {
    const [there, gone, back, copied] = [
      (await send(admin)).data,
      (await send(admin)).data,
      (await send(admin)).data,
      (await send(admin)).data,
    ]
    const html = (...pictures: { url: string }[]) =>
      `<p>图${pictures.map((p) => `<img src="${p.url}">`).join('')}</p>`
    const write = (...pictures: { url: string }[]) =>
      world.ok(admin, guidanceCalls.change, {
        body: { id: articles[0] ?? 0, ...article, bodyHtml: html(...pictures) },
      })
    const article = { title: '如何预约', sort: 1 }
    const articles: number[] = []
    for (const pictures of [[there, gone, back, copied], [copied]])
      articles.push(
        (await world.ok(admin, guidanceCalls.create, { body: { ...article, bodyHtml: html(...pictures) } }))
          .id,
      )
    const sweep = (days: number) =>
      runJob(world.app.deps, fileJobs[1]!, new Date(Date.now() + days * 86_400_000))
    const status = () =>
      Promise.all([there, gone, back, copied].map(async (p) => (await read(p.id, null)).statusCode))
    await sweep(LOOSE_DAYS + 1) // remove leftovers of earlier tests
    await write(there)
    expect(await sweep(LOOSE_DAYS - 1)).toBe(0)
    await write(there, back)
    expect(await sweep(LOOSE_DAYS + 1)).toBe(1)
    expect(await status()).toEqual([200, 404, 200, 200])
    await world.ok(admin, guidanceCalls.remove, { params: { id: articles[0] ?? 0 } })
    expect(await status()).toEqual([404, 404, 404, 200])
    await world.ok(admin, guidanceCalls.remove, { params: { id: articles[1] ?? 0 } })
    expect(await status()).toEqual([404, 404, 404, 404])
  })

  test('stays for another text when the one that it was drawn for is removed', async () => {
    const picture = (await send(admin)).data
    const write = async () =>
      (
        await world.ok(admin, guidanceCalls.create, {
          body: { title: '如何预约', sort: 1, bodyHtml: `<p>图<img src="${picture.url}"></p>` },
        })
      ).id
    const remove = (id: number) => world.ok(admin, guidanceCalls.remove, { params: { id } })
    const [first, second, third] = [await write(), await write(), await write()]
    await remove(first)
    expect((await read(picture.id, null)).statusCode).toBe(200)
    // The picture also survives if the row was deleted without removing its files.
    await world.sql('delete from guidance where id = $1', [second])
    await runJob(world.app.deps, fileJobs[2]!)
    expect((await read(picture.id, null)).statusCode).toBe(200)
    await remove(third)
    expect((await read(picture.id, null)).statusCode).toBe(404)
  })

  test('that is gone is told of when the text is sent, not left out in silence', async () => {
    const [picture, kept] = [(await send(admin)).data, (await send(admin)).data]
    const body = {
      title: '如何预约',
      sort: 1,
      bodyHtml: `<p>图<img src="${picture.url}"><img src="${kept.url}"></p>`,
    }
    await world.sql('delete from file where id = $1', [picture.id])
    expect(await world.send(admin, guidanceCalls.create, { body })).toMatchObject({
      status: 422,
      message: '有 1 张图片已不存在，请删除后重新插入',
      reasons: [{ field: 'bodyHtml' }],
    })
    await world.ok(admin, guidanceCalls.create, {
      body: { ...body, bodyHtml: `<p>图<img src="${kept.url}"></p>` },
    })
  })

  test('waits as long as a draft is gone on with', async () => {
    const [mine, old] = [(await send(admin)).data, (await send(admin)).data]
    const age = (id: string, days: number) =>
      world.sql(`update file set created_at = now() - $2 * interval '1 day' where id = $1`, [id, days])
    await age(mine.id, 30)
    await age(old.id, LOOSE_DAYS + 1)
    await runJob(world.app.deps, fileJobs[1]!)
    expect([(await read(mine.id, admin)).statusCode, (await read(old.id, admin)).statusCode]).toEqual([
      200, 404,
    ])
  })
})

test('a deleted file is looked for by an index in every table that refers to files', async () => {
  // Without one, each avatar that is replaced and each file that is swept walks the whole table.
  const walked = await world.sql(
    `select c.conrelid::regclass::text as referring from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'file'::regclass and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
  )
  expect(walked).toEqual([])
})
