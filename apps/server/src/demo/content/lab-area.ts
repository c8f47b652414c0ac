import { cleanHtml, plainText } from '../../kernel/html.ts'
import type { Picture } from '../../adapters/images/pictures.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import { addMinutes } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import type { Frame, Lab } from '../campus/model.ts'
import type { Files } from '../files.ts'
import { Random } from '../random.ts'
import { makeRtf } from './rtf.ts'

const SUMMARY_LENGTH = 120
const DAY_MINUTES = 1440
/** The number of laboratories with maintained pages. */
const KEPT_UP = 8

const p = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('')
const list = (...items: string[]) => `<ul>${items.map((text) => `<li>${text}</li>`).join('')}</ul>`

const findIntroduction = ({ name, kinds }: Lab): string =>
  p(
    `${name}面向校内外开放，承担科研测试、人才培养与技术服务任务，配有专职技术人员，实行预约使用、持证上机。`,
  ) +
  `<h3>主要仪器</h3>${list(...kinds.slice(0, 6).map((k) => k.name))}` +
  `<h3>服务内容</h3>${list('自主上机：通过培训考核后按时段预约，自行操作；', '送样测试：登记样品信息，由技术人员测试并出具数据；', '方法开发：针对特殊样品共同设计测试方案。')}` +
  `<h3>使用须知</h3>${p('请按预约时间到场，迟到超过宽限时间视为爽约；样品如有毒性、磁性、挥发性，请事先说明。')}`

interface News {
  title: string
  kind: 'notice' | 'news' | 'training'
  daysAgo: number
  html: string
  pinned?: true
  state?: 'draft' | 'withdrawn'
}
const findNews = ({ name, kinds: [first] }: Lab): readonly News[] => [
  {
    title: `${first?.name ?? '大型仪器'}上机培训通知`,
    kind: 'training',
    daysAgo: 3,
    pinned: true,
    html: p(
      `${name}将于下周举办${first?.name ?? '大型仪器'}上机培训，内容包括仪器原理、样品准备与上机实操，考核合格后取得自主上机资格。`,
      '名额有限，请提前与实验室管理员联系。',
    ),
  },
  {
    title: '夜间与周末开放安排',
    kind: 'notice',
    daysAgo: 10,
    html: p('夜间与周末时段对取得上机资格的用户开放，请两人以上同时在场，离开前检查水、电、气。'),
  },
  {
    title: '实验室安全检查结果',
    kind: 'notice',
    daysAgo: 24,
    html: p('本月安全检查已完成，气瓶固定、废液分类等问题均已整改，请各位用户继续保持。'),
  },
  {
    title: '新增样品前处理设备投入使用',
    kind: 'news',
    daysAgo: 41,
    html: p('新增研磨、离子减薄与喷金设备，送样用户可在预约时勾选前处理服务。'),
  },
  {
    title: '年度用户满意度调查（草稿）',
    kind: 'notice',
    daysAgo: 1,
    state: 'draft',
    html: p('拟于月底开展用户满意度调查，待补充问卷链接。'),
  },
]

/** Descriptions and news of some laboratories. */
export function fillLabPages(copier: Copier, { now }: Frame, labs: readonly Lab[]): void {
  const random = new Random('lab pages')
  const descriptionRows = copier.table('lab_description', ['lab_id', 'body_html', 'updated_at', 'updated_by'])
  const newsRows = copier.table('notice', [
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
    'announced_at',
    'search_text',
    'search_grams',
  ])
  for (const lab of labs.slice(0, KEPT_UP)) {
    descriptionRows.add({
      lab_id: lab.id,
      body_html: cleanHtml(findIntroduction(lab)),
      updated_at: addMinutes(now, -60 * DAY_MINUTES),
      updated_by: lab.adminId,
    })
    for (const n of findNews(lab)) {
      const bodyHtml = cleanHtml(n.html)
      const words = plainText(bodyHtml)
      const { text, grams } = listGrams([n.title], { prose: words })
      const at = addMinutes(now, -n.daysAgo * DAY_MINUTES - random.int(0, 300))
      newsRows.add({
        title: n.title,
        kind: n.kind,
        body_html: bodyHtml,
        summary: words.slice(0, SUMMARY_LENGTH),
        lab_id: lab.id,
        dept_id: lab.deptId,
        state: n.state ?? 'published',
        pinned: n.pinned ?? false,
        publish_at: n.state === 'draft' ? null : at,
        views: n.state ? 0 : random.int(8, 240),
        author_id: lab.adminId,
        created_at: at,
        updated_at: at,
        announced_at: n.state ? null : at,
        search_text: text,
        search_grams: grams,
      })
    }
  }
}

const handouts: readonly {
  category: string
  titles: readonly (readonly [title: string, ...paragraphs: string[]])[]
}[] = [
  {
    category: '操作规程',
    titles: [
      [
        '实验室安全管理规定',
        '进入实验室须经安全培训并登记。',
        '实验时应穿戴防护用品，不得独自进行危险操作。',
        '离开前关闭水、电、气，做好交接记录。',
      ],
      [
        '仪器操作规程',
        '开机前检查真空、冷却水与电源状态。',
        '按标准步骤装样、抽真空、调节参数。',
        '使用后填写使用记录，恢复仪器初始状态。',
      ],
    ],
  },
  {
    category: '送样须知',
    titles: [
      [
        '样品制备与送样须知',
        '样品应干燥、稳定，标签清晰。',
        '请注明样品成分、危险性与是否退还。',
        '特殊保存条件请在预约时说明。',
      ],
    ],
  },
  {
    category: '数据与报告',
    titles: [
      [
        '测试数据处理说明',
        '原始数据保存六个月，请及时下载。',
        '数据处理建议使用实验室提供的模板。',
        '论文发表时请注明所用仪器与实验室。',
      ],
    ],
  },
]

interface Shown {
  files: ReturnType<Files['into']>
  pictures: readonly Picture[]
}
/** Pictures of those laboratories and the files they offer. */
export function fillLabFiles(
  copier: Copier,
  { now }: Frame,
  labs: readonly Lab[],
  { files, pictures }: Shown,
): void {
  const random = new Random('lab files')
  const categoryRows = copier.table('resource_category', ['id', 'lab_id', 'name', 'sort'])
  const resourceRows = copier.table('resource', [
    'id',
    'lab_id',
    'category_id',
    'title',
    'file_id',
    'downloads',
    'uploaded_by',
    'created_at',
  ])
  let categoryId = 0
  // Ids above those of the download centre (constraint `resource_number`).
  let resourceId = 1_000_000_000
  for (const [i, lab] of labs.slice(0, KEPT_UP).entries()) {
    const about = { ownerId: lab.adminId, createdAt: addMinutes(now, -90 * DAY_MINUTES) } as const
    for (const turn of [0, 1]) {
      const picture = pictures[(i + turn) % pictures.length]
      if (picture)
        files.keepPicture(picture, {
          ...about,
          business: 'lab',
          rowId: lab.id,
          visibility: 'public',
          name: `${lab.name}${turn + 1}.webp`,
        })
    }
    for (const [sort, { category, titles }] of handouts.entries()) {
      categoryRows.add({ id: ++categoryId, lab_id: lab.id, name: category, sort })
      for (const [title, ...paragraphs] of titles) {
        const rowId = ++resourceId
        const fileId = files.keep(makeRtf(`${lab.name}${title}`, paragraphs), {
          ...about,
          business: 'resource',
          rowId,
          visibility: 'private',
          name: `${title}.rtf`,
          mime: 'application/rtf',
        })
        resourceRows.add({
          id: rowId,
          lab_id: lab.id,
          category_id: categoryId,
          title,
          file_id: fileId,
          downloads: random.int(5, 180),
          uploaded_by: lab.adminId,
          created_at: about.createdAt,
        })
      }
    }
  }
}
