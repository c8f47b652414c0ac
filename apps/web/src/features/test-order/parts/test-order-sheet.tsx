import { bookingKindWords, payModeWords } from '@portal/contract/booking/booking'
import { writeCapital } from '@portal/contract/kernel/capital-amount'
import { formatYuan } from '@portal/contract/kernel/money'
import {
  sampleOutcomeWords,
  testOrderStateWords,
  type TestOrderDetail,
} from '@portal/contract/test-order/test-order'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts, PaperHistory, PaperTable } from '../../../ui/paper.tsx'
import { Period } from '../../../ui/period.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { unusedWords } from '../test-order.words.ts'

/** 测试单 on A4, signed and filed by the laboratory and its client. */
export const TestOrderSheet = ({ order: t }: { order: TestOrderDetail }) => (
  <Paper
    title="大型仪器测试单"
    back={{ to: to('/account/orderDetail', { id: t.id }), text: '返回测试单' }}
    head={[
      `单号：${t.number}${t.version > 1 ? `（第 ${t.version} 版）` : ''}`,
      `状态：${testOrderStateWords[t.state]}`,
      t.confirmedAt ? `确认日期：${formatDay(t.confirmedAt)}` : '费用尚未确认',
    ]}
    signs={['测试人签字', '预约人签字', '实验室负责人', '日期']}
  >
    <PaperFacts
      items={[
        ['仪器', t.device.name],
        ['资产编号', t.device.serialId],
        ['实验室', t.lab.name],
        ['预约单', t.bookingId],
        ['方式', `${bookingKindWords[t.kind]}，${payModeWords[t.payMode]}`],
        ['实际使用', t.startAt ? <Period from={t.startAt} to={t.endAt} /> : unusedWords(t)],
        ['预约人', t.booker.name],
        ['实验人', t.experimenter.name],
        ['付款人', t.payer.name],
        ['填写人', t.filledBy?.name],
        ['课题名称', t.project],
        [t.samples.length > 0 ? '收费样品数' : '样品数', t.sampleCount],
      ]}
    />
    {t.samples.length > 0 && (
      <>
        <h2>样品</h2>
        <PaperTable heads={['样品名称', '数量', '测试情况']}>
          {t.samples.map((s) => (
            <tr key={s.id}>
              <td>{s.name}</td>
              <td className="num">{s.count}</td>
              <td>{sampleOutcomeWords[s.outcome]}</td>
            </tr>
          ))}
        </PaperTable>
      </>
    )}
    <h2>费用</h2>
    <PaperTable heads={['项目', '算式', '金额（元）']}>
      {t.bill.lines.map((line, i) => (
        <tr key={`${line.kind}${i}`}>
          <td>{line.label}</td>
          <td>
            <Whole>{line.formula}</Whole>
            {line.reason && `（${line.reason}）`}
          </td>
          <td className="num">{formatYuan(line.amountFen)}</td>
        </tr>
      ))}
      <tr>
        <th scope="row" colSpan={2}>
          合计（大写）：{writeCapital(t.totalFen)}
        </th>
        <td className="num">{formatYuan(t.totalFen)}</td>
      </tr>
    </PaperTable>
    <h2>测试结果</h2>
    <pre>{t.result ?? '—'}</pre>
    {t.remark && <p>备注：{t.remark}</p>}
    <PaperHistory entries={t.history} />
  </Paper>
)
