/** Response code of the envelope: success. */
export const OK = 0
/** Also success: sent by calls that keep the older style of reply. */
export const OK_LEGACY = 'A00000'
/** The browser shows the message for {@link WARNING_MS} and then continues as after success. */
export const WARNING = 'A10009'
/** The browser signs out and reloads. */
export const SIGN_OUT = 'A10000'
/** How long a warning stays on screen, in milliseconds. */
export const WARNING_MS = 4000

/** Codes every call may answer with; a domain adds its own beside its calls. */
export const failures = {
  BAD_REQUEST: { status: 400, message: '请求内容有误，请检查后重试' },
  UNAUTHENTICATED: { status: 401, message: '未授权，请登录' },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: '您的密码由管理员设置，请先修改密码' },
  FORBIDDEN: { status: 403, message: '拒绝访问：您没有该操作的权限' },
  NOT_FOUND: { status: 404, message: '请求的内容不存在或已被删除' },
  TIMEOUT: { status: 408, message: '请求超时，请稍后重试' },
  CONFLICT: { status: 409, message: '内容已被他人修改，请刷新后重试' },
  TOO_LARGE: { status: 413, message: '提交的内容过大' },
  UNSUPPORTED: { status: 415, message: '不支持的内容类型' },
  REFUSED: { status: 422, message: '操作不符合规则' },
  TOO_MANY: { status: 429, message: '操作过于频繁，请稍后再试' },
  INTERNAL: { status: 500, message: '服务器内部错误，请稍后重试' },
  UNAVAILABLE: { status: 503, message: '服务暂不可用，请稍后重试' },
  DISK_FULL: { status: 507, message: '服务器存储空间不足，内容没有保存，请稍后重试或联系管理员' },
} as const
export type FailureCode = keyof typeof failures
