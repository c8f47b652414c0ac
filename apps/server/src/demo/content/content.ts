import { THUMB_PX } from '@portal/contract/file/file'
import type pg from 'pg'
import { redraw, type Picture } from '../../adapters/images/pictures.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { addMinutes } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import { kinds } from '../campus/kinds.ts'
import type { Kind } from '../campus/kind.ts'
import { castId } from '../campus/labs.ts'
import type { Frame } from '../campus/model.ts'
import type { Files } from '../files.ts'
import { banner, BANNER } from '../pictures/banner.ts'
import type { Drawing } from '../pictures/drawings.ts'
import { palettes } from '../pictures/palettes.ts'
import { Random } from '../random.ts'
import { notices } from './notices.ts'
import { makeRtf } from './rtf.ts'
import { fillService } from './service.ts'
import { downloads, guidance, paragraphs } from './words.ts'

const SUMMARY_LENGTH = 120
const DAY_MINUTES = 1440

/** Notices, help, questions and contacts. */
export function fillWords(copier: Copier, { now }: Frame): void {
  const random = new Random('words')
  const noticeRows = copier.table('notice', [
    'title',
    'kind',
    'body_html',
    'summary',
    'lab_id',
    'dept_id',
    'state',
    'pinned',
    'publish_at',
    'views',
    'author_id',
    'created_at',
    'updated_at',
    'audience',
    'announced_at',
    'search_text',
    'search_grams',
  ])
  for (const n of notices) {
    const bodyHtml = cleanHtml(n.html)
    const words = plainText(bodyHtml)
    const { text, grams } = listGrams([n.title], { prose: words })
    const at = addMinutes(now, -n.daysAgo * DAY_MINUTES)
    noticeRows.add({
      title: n.title,
      kind: n.kind,
      body_html: bodyHtml,
      summary: words.slice(0, SUMMARY_LENGTH),
      lab_id: n.lab ? 1 : null,
      dept_id: null,
      state: n.state ?? 'published',
      pinned: n.pinned ?? false,
      publish_at: n.state === 'draft' ? null : at,
      views: n.state || n.daysAgo < 0 ? 0 : random.int(40, 900),
      author_id: castId(n.lab ? 'labadmin' : 'equipoffice'),
      created_at: n.daysAgo < 0 ? now : at,
      updated_at: n.daysAgo < 0 ? now : at,
      audience: n.audience ?? 'everybody',
      announced_at: n.state || n.daysAgo < 0 ? null : at,
      search_text: text,
      search_grams: grams,
    })
  }
  fillService(copier, now)
  const helpRows = copier.table('guidance', ['title', 'body', 'link', 'search_text', 'updated_at'])
  for (const [title, body, link] of guidance)
    helpRows.add({ title, body, link, search_text: listGrams([title]).text, updated_at: now })
}

const slides: readonly {
  title: string
  subtitle: string
  link: string
  shows: readonly [Drawing, Drawing]
  palette: number
}[] = [
  {
    title: '大型仪器设备开放共享',
    subtitle: '找仪器、约时间、送样品、付费用，一站办理',
    link: '/osp/share-platform',
    shows: ['column', 'magnet'],
    palette: 0,
  },
  {
    title: '材料表征公共平台',
    subtitle: '从原子到器件，多尺度表征能力',
    link: '/osp/share-platform?deviceName=电镜',
    shows: ['probe', 'chamber'],
    palette: 2,
  },
  {
    title: '生命科学成像与分析',
    subtitle: '共聚焦、流式、质谱，全天开放预约',
    link: '/osp/share-platform?deviceName=显微镜',
    shows: ['microscope', 'mass'],
    palette: 1,
  },
  {
    title: '测试服务面向校内外开放',
    subtitle: '校外用户注册后即可预约，支持线下汇款结算',
    link: '/register',
    shows: ['stack', 'cabinet'],
    palette: 4,
  },
]

export async function drawnSlides(): Promise<Picture[]> {
  const drawn = await Promise.all(
    slides.map(({ shows, palette }) =>
      redraw(Buffer.from(banner(palettes[palette]!, shows)), BANNER.width, THUMB_PX),
    ),
  ) // indexes refer to the palettes above
  return drawn.filter((picture) => picture !== undefined)
}

/** The slides of the home page and the download centre, with real files that can be opened. */
export async function fillPublications(
  copier: Copier,
  { now }: Frame,
  files: ReturnType<Files['into']>,
  pictures: readonly Picture[],
): Promise<void> {
  const about = {
    rowId: null,
    visibility: 'public',
    ownerId: castId('equipoffice'),
    createdAt: addMinutes(now, -30 * DAY_MINUTES),
  } as const
  const slideRows = copier.table('carousel', ['title', 'subtitle', 'file_id', 'link', 'sort'])
  pictures.forEach((picture, i) => {
    const { title, subtitle, link } = slides[i]! // one entry per drawn slide
    slideRows.add({
      title,
      subtitle,
      link,
      sort: i,
      file_id: files.keepPicture(picture, { ...about, business: 'carousel', name: `${title}.webp` }),
    })
  })
  const categoryRows = copier.table('download_category', ['id', 'type', 'name', 'sort'])
  const downloadRows = copier.table('download', [
    'category_id',
    'title',
    'file_id',
    'downloads',
    'created_at',
    'document_no',
    'issuer',
    'issued_on',
    'uploaded_by',
  ])
  const random = new Random('downloads')
  for (const [i, { type, category, titles }] of downloads.entries()) {
    const ownRule = category === '学校规章制度'
    categoryRows.add({ id: i + 1, type, name: category, sort: i })
    for (const [n, [title, format]] of titles.entries()) {
      const content = format === 'rtf' ? makeRtf(title, paragraphs) : await sheet(title)
      const id = files.keep(content, {
        ...about,
        business: 'download',
        name: `${title}.${format}`,
        mime: mimes[format],
      })
      downloadRows.add({
        category_id: i + 1,
        title,
        file_id: id,
        downloads: random.int(10, 600),
        created_at: about.createdAt,
        document_no: ownRule ? `校设〔2025〕${3 + i * 4 + n} 号` : null,
        issuer: ownRule ? '实验室与设备管理处' : null,
        issued_on: ownRule ? `2025-0${3 + i}-1${n}` : null,
        uploaded_by: about.ownerId,
      })
    }
  }
}

const mimes = {
  rtf: 'application/rtf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const priceColumns: readonly SheetColumn<Kind>[] = [
  { header: '仪器名称', width: 40, value: (k) => k.name },
  { header: '别名', width: 30, value: (k) => k.alias },
  { header: '计费方式', value: (k) => ('hour' in k.charge ? '元/小时' : '元/样') },
  {
    header: '校内价（元）',
    money: true,
    value: (k) => ('hour' in k.charge ? k.charge.hour : k.charge.sample),
  },
]
/** The price list, or an empty form with a similar head. */
async function sheet(title: string): Promise<Buffer> {
  const form = ['序号', '样品名称', '数量', '形态', '危险性', '是否退还', '测试要求'].map(
    (header): SheetColumn<Kind> => ({ header, value: () => null }),
  )
  const rows = title.includes('一览') ? kinds : []
  async function* each() {
    yield* rows
  }
  const { body } = makeSheet(title.slice(0, 30), rows.length ? priceColumns : form, each(), `${title}.xlsx`)
  const pieces: Buffer[] = []
  for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

const university: Record<'remittance_account' | 'invoice_title', readonly (readonly [string, string])[]> = {
  remittance_account: [
    ['户名', '江州大学'],
    ['开户行', '中国示范银行江州大学支行'],
    ['账号', '6200 0000 0000 2026'],
  ],
  invoice_title: [
    ['单位名称', '江州大学'],
    ['纳税人识别号', '12320000466000000X'],
    ['地址、电话', '江州市大学路 1 号，010-62345600'],
    ['开户行及账号', '中国示范银行江州大学支行 6200 0000 0000 2026'],
    ['发票寄送地址', '江州市大学路 1 号行政楼 212 设备处，宋佳收，010-62345601'],
  ],
}
/**
 * The bank account for remittances from outside, the invoice data for suppliers, and the university's data on
 * every page. They replace the placeholders that ask the offices to fill them in.
 */
export async function fillUniversityLines(client: pg.Client): Promise<void> {
  for (const [name, lines] of Object.entries(university)) {
    await client.query(
      `with gone as (delete from dictionary_item i using dictionary d where i.dictionary_id = d.id
        and d.name = $1)
       insert into dictionary_item (dictionary_id, label, value, sort) select d.id, a.label, a.value, a.sort
       from dictionary d, unnest($2::text[], $3::text[]) with ordinality a (label, value, sort)
         where d.name = $1`,
      [name, lines.map(([label]) => label), lines.map(([, value]) => value)],
    )
  }
  await client.query(
    `update site_setting set school = '江州大学', place = '江州大学 · 主校区',
       department = '资产与实验室管理处', address = '江州市大学路 1 号', phone = '010-62345600'`,
  )
}
