import { cleanHtml } from '../../kernel/html.ts'
import { addMinutes } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import { castId } from '../campus/labs.ts'
import type { Dept, Frame } from '../campus/model.ts'

const WEEKS_AGO = 3 * 7 * 1440

interface Overview {
  html: string
  posts: readonly (readonly [post: string, name: string, extension: string, office: string, duty: string])[]
}
/** Texts of the depts that people look for, by dept code. */
const overviews: Record<string, Overview> = {
  '901': {
    html: `<p>资产与实验室管理处负责全校实验室建设与仪器设备管理，是大型仪器设备开放共享的归口管理部门。</p><h3>主要职责</h3><ol>
<li>拟订实验室与仪器设备管理制度，组织实施仪器设备开放共享；</li><li>组织大型仪器设备购置论证、验收与使用效益评价；</li>
<li>管理仪器共享平台，核定并公示测试服务收费标准；</li><li>指导实验室安全与危险化学品管理。</li></ol><h3>办理时间</h3><p>工作日 8:30–11:30，14:00–17:00。</p>`,
    posts: [
      ['处长', '顾承志', '9001', '行政楼 401', '主持全面工作'],
      ['设备管理科', '陆晓云', '9012', '行政楼 405', '大型仪器论证、验收与效益评价'],
      ['开放共享科', '沈立群', '9015', '行政楼 407', '共享平台运行、收费标准核定、用户咨询'],
      ['实验室安全科', '韩冬梅', '9018', '行政楼 409', '实验室安全检查与准入培训'],
    ],
  },
  '301': {
    html: `<p>分析测试中心是面向校内外开放的公共服务平台，拥有电子显微、质谱、光谱、波谱等大型仪器，通过检验检测机构资质认定。</p>
<h3>服务内容</h3><ul><li>材料形貌、成分、结构与性能表征；</li><li>有机与生物样品的定性定量分析；</li><li>仪器操作培训与方法开发。</li></ul><p>预约请在科研仪器中选择仪器，按其开放时段提交申请。</p>`,
    posts: [
      ['中心主任', '周明远', '3001', '测试中心楼 201', '中心建设与对外合作'],
      ['样品接收', '陈雨桐', '3010', '测试中心楼 101', '送样登记、结果领取'],
      ['用户培训', '吴思齐', '3012', '测试中心楼 203', '上机资格培训与考核'],
    ],
  },
  '902': {
    html: `<p>财务处负责测试服务费的结算与入账。校内用户通过经费卡结算；校外用户汇款后在平台上传凭证，由财务人员确认。</p>`,
    posts: [
      ['会计核算科', '林书怡', '9021', '行政楼 201', '经费卡结算与入账'],
      ['收费管理科', '赵文博', '9025', '行政楼 203', '汇款确认与发票开具'],
    ],
  },
}

/** Self-descriptions and contacts of some depts. */
export function fillOverviews(copier: Copier, { now }: Frame, depts: readonly Dept[]): void {
  const dutyRows = copier.table('dept_duty', ['dept_id', 'body_html', 'updated_by', 'updated_at'])
  const contactRows = copier.table('dept_contact', [
    'dept_id',
    'post',
    'name',
    'phone',
    'email',
    'office',
    'duty',
    'sort',
    'created_at',
  ])
  const at = addMinutes(now, -WEEKS_AGO)
  for (const { id, code } of depts) {
    const overview = overviews[code]
    if (!overview) continue
    dutyRows.add({
      dept_id: id,
      body_html: cleanHtml(overview.html),
      updated_by: castId('equipoffice'),
      updated_at: at,
    })
    overview.posts.forEach(([post, name, extension, office, duty], i) =>
      contactRows.add({
        dept_id: id,
        post,
        name,
        phone: `0700-8600${extension}`,
        email: `p${extension}@jzu.example`,
        office,
        duty,
        sort: (i + 1) * 10,
        created_at: at,
      }),
    )
  }
}
