import type { ExceptionRow, OpeningRow } from '@portal/contract/opening/opening'

export interface Standing {
  device: { shared: boolean }
  settings: Pick<NonNullable<OpeningRow['settings']>, 'enabled'> | null
  windows: readonly { enabled: boolean }[]
  /** A list does not know them. */
  exceptions?: readonly Pick<ExceptionRow, 'deviceId' | 'open'>[]
}

/** Whether it is open at all: in the usual week, or on single days. */
export const hasHours = (o: Standing): boolean =>
  o.windows.some((w) => w.enabled) || (o.exceptions?.some((e) => e.open) ?? false)

export interface Check {
  key: 'shared' | 'settings' | 'hours' | 'prices' | 'reviewers'
  label: string
  done: boolean
  /** Without it no booking is taken; the others have a rule of their own where nothing is set. */
  must: boolean
  text: string
}

/** What a booking of the device needs, and what there is of it. `undefined`: not known yet. */
export function checklist(o: Standing, prices: number | undefined, reviewers: number | undefined): Check[] {
  const { shared } = o.device
  const enabled = o.settings?.enabled ?? false
  const hours = hasHours(o)
  return [
    {
      key: 'shared',
      label: '共享',
      must: true,
      done: shared,
      text: shared ? '已共享' : '未共享，不接受预约',
    },
    {
      key: 'settings',
      label: '开放',
      must: true,
      done: enabled,
      text: enabled ? '已开放' : o.settings ? '已停用' : '尚未保存开放设置',
    },
    {
      key: 'hours',
      label: '时段',
      must: true,
      done: hours,
      text: hours ? '已设置' : '未设置，没有可约的时间',
    },
    ...(prices === undefined
      ? []
      : [
          {
            key: 'prices',
            label: '收费',
            must: false,
            done: prices > 0,
            text: prices > 0 ? '已设置' : '未设置，使用不收费',
          } as const,
        ]),
    ...(reviewers === undefined
      ? []
      : [
          {
            key: 'reviewers',
            label: '审核员',
            must: false,
            done: reviewers > 0,
            text: reviewers > 0 ? `${reviewers} 人` : '未设置，由实验室主任审核',
          } as const,
        ]),
  ]
}
