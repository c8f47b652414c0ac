// Experts sign a joint opinion: on a precious instrument, an import or a scrapping.

export const panelStates = ['draft', 'signing', 'agreed', 'disagreed', 'void'] as const
export type PanelState = (typeof panelStates)[number]
export const panelStateWords: Record<PanelState, string> = {
  draft: '待组建',
  signing: '专家签署中',
  agreed: '论证通过',
  disagreed: '论证未通过',
  void: '已作废',
}

export const panelEvents = ['create', 'change', 'call', 'sign', 'void'] as const
export type PanelEvent = (typeof panelEvents)[number]
export const panelEventWords: Record<PanelEvent, string> = {
  create: '组建专家组',
  change: '修改论证',
  call: '发起论证',
  sign: '签署意见',
  void: '作废',
}

export const panelKinds = ['precious', 'import', 'scrap'] as const
export type PanelKind = (typeof panelKinds)[number]
export const panelKindWords: Record<PanelKind, string> = {
  precious: '贵重仪器论证',
  import: '进口设备论证',
  scrap: '报废论证',
}

export const professionWords = { technical: '技术专家', lawyer: '法律专家' } as const
export type Profession = keyof typeof professionWords
export const panelVerdictWords = { agree: '同意', disagree: '不同意' } as const
export type PanelVerdict = keyof typeof panelVerdictWords

export const panelRefusals = {
  PANEL_SIZE: '专家人数不足',
  PANEL_ODD: '专家人数应为单数',
  PANEL_LAWYERS: '法律专家人数不足',
  PANEL_OUTSIDE: '技术专家须全部来自校外',
  PANEL_SENIOR: '专家须具有副高级及以上职称',
  PANEL_OWN: '本单位专家不得超过三分之一',
  PANEL_CAMPUS: '校内专家不得超过三分之一',
  PANEL_INSIDE: '该专家是本校人员，不能标记为校外',
  PANEL_REQUESTER: '申请人不能担任专家',
  PANEL_DEPT: '申请人所在单位的人员不能参加进口论证',
  PANEL_TWICE: '同一专家只能添加一次',
  PANEL_PERSON: '所选专家不存在或已停用',
} as const
