import factory from '@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm.js';

/**
 * Numbers in the engine's memory: rows, columns and channels of one picture, or another shape of as
 * many.
 */
export type Block = { readonly id: number; readonly at: number; readonly shape: readonly number[] };

/** How a window moves over a picture. */
export type Window = { size: [number, number]; stride: [number, number]; isSame: boolean };

/**
 * The arithmetic that the two networks need, from TensorFlow's WebAssembly library, called without
 * TensorFlow around it.
 */
export type Kernels = ReturnType<typeof wrap>;

/** The used part of the library's module; its own types need packages that are not installed. */
type Module = {
  cwrap(name: string, answers: null, args: readonly ('number' | 'array')[]): Kernel;
  HEAPU8: Uint8Array<ArrayBuffer>;
  _malloc(bytes: number): number;
};
type Factory = (options: {
  wasmBinary: ArrayBuffer;
  onAbort: (why: unknown) => void;
}) => Promise<Module>;
type Kernel = (...given: readonly (number | Uint8Array)[]) => void;

const FLOAT32 = 0;
const NUMBER = 'number' as const;
const ACTIVATION = { none: 0, relu: 1, prelu: 3 } as const;
export type Activation = keyof typeof ACTIVATION;

/**
 * Starts the library.
 * @param wasmBinary `tfjs-backend-wasm-simd.wasm`
 * @throws where WebAssembly or its SIMD is missing, or memory is short
 */
export async function startKernels(wasmBinary: ArrayBuffer): Promise<Kernels> {
  // A start that fails aborts, and an abort after it throws by itself.
  return wrap(
    await new Promise((resolve, reject) => {
      const onAbort = (why: unknown) =>
        reject(new Error(`the face engine does not start: ${String(why)}`));
      (factory as unknown as Factory)({ wasmBinary, onAbort }).then(resolve, reject);
    }),
  );
}

/**
 * The library's functions, by what they take: sizes and ids of blocks as numbers, shapes as bytes.
 */
function bind(module: Module) {
  const call = (name: string, args: readonly ('number' | 'array')[]) =>
    module.cwrap(name, null, args);
  const numbers = (count: number) => Array<typeof NUMBER>(count).fill(NUMBER);

  call('init_with_threads_count', numbers(1))(1);

  return {
    register: call('register_tensor', numbers(3)),
    conv: call('FusedConv2D', numbers(23)),
    depthwise: call('DepthwiseConv2dNative', numbers(19)),
    pool: call('MaxPool', numbers(17)),
    pad: call('PadV2', [NUMBER, 'array', NUMBER, NUMBER, 'array', 'array', NUMBER, NUMBER]),
    add: call('Add', [NUMBER, 'array', NUMBER, NUMBER, 'array', NUMBER, NUMBER, NUMBER]),
    relu: call('Relu', numbers(3)),
    prelu: call('Prelu', numbers(3)),
    sigmoid: call('Sigmoid', numbers(2)),
  };
}

function wrap(module: Module) {
  const bound = bind(module);
  const { register, pad, add, relu, prelu, sigmoid } = bound;
  let blocks = 0;
  const viewBlock = ({ at, shape }: Block) =>
    new Float32Array(module.HEAPU8.buffer, at, computeSize(shape));

  return {
    make(shape: readonly number[]): Block {
      const at = module._malloc(computeSize(shape) * 4) >>> 0;
      if (at === 0) throw new RangeError('the phone has no memory left for the face engine');

      blocks += 1;
      register(blocks, computeSize(shape), at);

      return { id: blocks, at, shape };
    },
    /**
     * The values of a block; valid until the next block is allocated, which may move the memory.
     */
    viewBlock,
    ...slidingOver(bound),
    pad(x: Block, out: Block, before: readonly number[], after: readonly number[]): void {
      pad(
        x.id,
        toBytes(x.shape),
        x.shape.length,
        FLOAT32,
        toBytes(before),
        toBytes(after),
        0,
        out.id,
      );
    },
    add(a: Block, b: Block, out: Block): void {
      add(
        a.id,
        toBytes(a.shape),
        a.shape.length,
        b.id,
        toBytes(b.shape),
        b.shape.length,
        FLOAT32,
        out.id,
      );
    },
    relu: (x: Block, out: Block): void => relu(x.id, FLOAT32, out.id),
    prelu: (x: Block, alpha: Block, out: Block): void => prelu(x.id, alpha.id, out.id),
    sigmoid: (x: Block, out: Block): void => sigmoid(x.id, out.id),
  };
}

/** A picture and a window's way over it, as the kernels take them. */
function slide(x: Block, window: Window) {
  const [rows = 0, columns = 0, channels = 0] = x.shape;

  return {
    picture: [x.id, 1, rows, columns] as const,
    channels,
    sides: computePadding(x.shape, window),
    moves: [1, 1, ...window.stride] as const,
  };
}

function makeConv(conv: ReturnType<typeof bind>['conv']) {
  return (
    x: Block,
    filter: Block,
    out: Block,
    { bias, alpha, activation, window }: ConvOptions,
  ): void => {
    const { picture, channels, sides, moves } = slide(x, window);
    const act = ACTIVATION[activation];
    const ends = [channels, out.shape[2] ?? 0, act, alpha?.id ?? 0, 0, out.id] as const;

    conv(
      ...picture,
      filter.id,
      ...window.size,
      bias?.id ?? 0,
      ...sides,
      window.isSame ? 1 : 0,
      ...moves,
      ...ends,
    );
  };
}

/** The operations that move a window over a picture. */
function slidingOver({ conv, depthwise, pool }: ReturnType<typeof bind>) {
  return {
    conv: makeConv(conv),
    depthwise(x: Block, filter: Block, out: Block, window: Window): void {
      const { picture, channels, sides, moves } = slide(x, window);
      const same = window.isSame ? 1 : 0;
      const ends = [channels, out.shape[2] ?? 0, out.id] as const;

      depthwise(...picture, filter.id, ...window.size, ...sides, same, ...moves, ...ends);
    },
    pool(x: Block, out: Block, window: Window): void {
      const { picture, channels, sides, moves } = slide(x, window);

      pool(...picture, ...window.size, ...sides, ...moves, channels, channels, out.id);
    },
  };
}

type ConvOptions = {
  bias?: Block | undefined;
  alpha?: Block | undefined;
  activation: Activation;
  window: Window;
};

export function computeSize(shape: readonly number[]): number {
  return shape.reduce((size, side) => size * side, 1);
}

/** Rows or columns that a window yields. Source: TensorFlow's rule for SAME and VALID. */
export function countPositions(
  side: number,
  size: number,
  stride: number,
  isSame: boolean,
): number {
  return isSame ? Math.ceil(side / stride) : Math.ceil((side - size + 1) / stride);
}

/**
 * What SAME adds at the top, right, bottom and left; of an odd number the larger half comes last.
 */
function computePadding(
  [rows = 0, columns = 0]: readonly number[],
  { size, stride, isSame }: Window,
) {
  const lack = (side: number, at: 0 | 1) =>
    isSame
      ? Math.max(
          0,
          (countPositions(side, size[at], stride[at], true) - 1) * stride[at] + size[at] - side,
        )
      : 0;

  const [high, wide] = [lack(rows, 0), lack(columns, 1)];
  return [high >> 1, wide - (wide >> 1), high - (high >> 1), wide >> 1] as const;
}

function toBytes(values: readonly number[]): Uint8Array {
  return new Uint8Array(new Int32Array(values).buffer);
}
