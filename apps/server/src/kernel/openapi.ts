import { failure } from '@portal/contract/kernel/envelope'
import { isForVisitors, type Call } from '@portal/contract/kernel/call'
import { z } from 'zod'

type Json = Record<string, unknown>

const makeSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return json
}
const listProperties = (schema: z.ZodType) => {
  const { properties = {}, required = [] } = makeSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, s]) => ({
    name,
    schema: s,
    required: required.includes(name),
  }))
}

const TO_VISITORS = '门户设置“访客可浏览”开启时公开，不含人员信息'
function accessText(access: Call['access']): string {
  if (access === 'public') return '公开'
  if (access === 'visitors') return `登录后可用；${TO_VISITORS}`
  if (access === 'signed-in') return '登录后可用'
  if ('anyOf' in access) return `需要权限之一：${access.anyOf.join('、')}`
  if ('onEach' in access) return `逐条判断：${access.onEach}`
  return `取决于数据：${access.onRow}${access.visitors ? `；${TO_VISITORS}` : ''}`
}

function requestBody(call: Call): Json {
  const body = makeSchema(call.body, 'input') as { properties?: Json }
  if (call.upload) {
    const files = {
      type: 'array',
      items: { type: 'string', format: 'binary' },
      maxItems: call.upload.maxFiles,
    }
    return {
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { ...body.properties, [call.upload.field]: files } },
          },
        },
      },
    }
  }
  const empty = call.body instanceof z.ZodObject && Object.keys(call.body.shape).length === 0
  return call.method === 'GET' || empty
    ? {}
    : { requestBody: { content: { 'application/json': { schema: body } } } }
}

function findOperation(call: Call, tag: string): Json {
  return {
    tags: [tag],
    summary: call.summary,
    description: accessText(call.access),
    // An empty requirement beside it means that the token may be left out.
    ...(call.access !== 'public' && { security: [{ token: [] }, ...(isForVisitors(call) ? [{}] : [])] }),
    parameters: [
      ...listProperties(call.params).map((p) => ({ ...p, in: 'path', required: true })),
      ...listProperties(call.query).map((p) => ({ ...p, in: 'query' })),
      ...(call.idempotent ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }] : []),
    ],
    ...requestBody(call),
    responses: {
      200: call.raw
        ? { description: '文件', content: { '*/*': {} } }
        : {
            description: '成功',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['code', 'message', 'data', 'requestId'],
                  properties: {
                    code: {},
                    message: { type: 'string' },
                    data: makeSchema(call.reply, 'output'),
                    requestId: { type: 'string' },
                  },
                },
              },
            },
          },
      '4XX': {
        description: '未通过',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

/** The OpenAPI 3.1 document of these calls, generated from the contract. */
export function makeOpenApi(calls: readonly { call: Call; domain: string }[]): Json {
  const paths: Record<string, Json> = {}
  for (const { call, domain } of calls)
    (paths[call.path] ??= {})[call.method.toLowerCase()] = findOperation(call, domain)
  return {
    openapi: '3.1.0',
    info: { title: '仪器共享平台', version: '1', description: '所有调用以信封作答：code 为 0 表示成功。' },
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas: { Failure: makeSchema(failure, 'output') },
    },
  }
}
