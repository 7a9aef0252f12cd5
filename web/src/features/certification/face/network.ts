import {
  type Activation,
  type Block,
  computeSize,
  countPositions,
  type Kernels,
  type Window,
} from './kernels.ts';

type Attr = {
  s?: string;
  shape?: { dim: { size: string }[] };
  list?: { i?: string[]; s?: string[] };
};
type Node = { name: string; op: string; input?: string[]; attr?: Record<string, Attr> };
type Weight = { name: string; shape: number[]; dtype: string; quantization?: { dtype: string } };

/** A network as its file describes it (TensorFlow's graph model). */
export type Graph = { modelTopology: { node: Node[] }; weightsManifest: { weights: Weight[] }[] };

/**
 * A network ready to run: pixels go into `input` (0–255 scaled as it wants them), `run` answers its
 * outputs.
 */
export type Network = { side: number; input: () => Float32Array; run: () => Float32Array[] };

type Tensor = { block: Block; values?: undefined } | { block?: undefined; values: Int32Array };

/**
 * Plans a network: every block of memory is allocated once, and reused when nothing needs it any
 * more.
 * @throws when the graph holds an operation that the two known networks do not
 */
export function planNetwork(kernels: Kernels, graph: Graph, weights: ArrayBuffer): Network {
  const { node: nodes } = graph.modelTopology;
  const known = readWeights(kernels, graph, weights);
  const plan = new Plan(kernels, known, nodes);
  const input = nodes.find(({ op }) => op === 'Placeholder');
  const outputs = nodes.filter(({ op }) => op === 'Identity');

  if (!input) throw new Error('the network has no input');

  const shape = input.attr?.shape?.shape?.dim.slice(1).map(({ size }) => Number(size)) ?? [];
  const block = kernels.make(shape);

  known.set(input.name, { block });

  const answers = outputs.map((node) => plan.visit(node.input?.[0] ?? ''));

  return {
    side: shape[0] ?? 0,
    input: () => kernels.viewBlock(block),
    run() {
      for (const step of plan.steps) step();
      return answers.map((answer) => kernels.viewBlock(answer));
    },
  };
}

class Plan {
  readonly steps: (() => void)[] = [];
  readonly #kernels: Kernels;
  readonly #known: Map<string, Tensor>;
  readonly #nodes: Map<string, Node>;
  readonly #uses = new Map<string, number>();
  readonly #free: Block[] = [];

  constructor(kernels: Kernels, known: Map<string, Tensor>, nodes: readonly Node[]) {
    this.#kernels = kernels;
    this.#known = known;
    this.#nodes = new Map(nodes.map((node) => [node.name, node]));
    for (const name of nodes.flatMap(({ input = [] }) => input))
      this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
  }

  /** The block with a node's result, after the steps that fill it. */
  visit(name: string): Block {
    const before = this.#known.get(name)?.block;
    if (before) return before;

    const node = this.#nodes.get(name);
    if (!node) throw new Error(`the network has no ${name}`);

    const [first = '', ...others] = node.input ?? [];
    const x = this.visit(first);
    const more = others.map((other) =>
      this.#known.get(other)?.values ? undefined : this.visit(other),
    );
    const block = this.#add(node, x, more);

    this.#known.set(name, { block });
    // A reshaped block is the same memory: it is reused only after its last name, and never for
    // outputs.
    if (node.op !== 'Reshape') for (const input of node.input ?? []) this.#release(input);

    return block;
  }

  #add(node: Node, x: Block, [second, bias, alpha]: (Block | undefined)[]): Block {
    const kernels = this.#kernels;
    const filter = second as Block;

    switch (node.op) {
      case '_FusedConv2D': {
        const window = readWindow(node, filter.shape);
        const out = this.#take([...slid(x, window), filter.shape[3] ?? 0]);
        const activation = readActivation(node);

        this.steps.push(() => kernels.conv(x, filter, out, { bias, alpha, activation, window }));

        return out;
      }
      case 'DepthwiseConv2dNative': {
        const window = readWindow(node, filter.shape);
        const out = this.#take([
          ...slid(x, window),
          (filter.shape[2] ?? 0) * (filter.shape[3] ?? 0),
        ]);

        this.steps.push(() => kernels.depthwise(x, filter, out, window));

        return out;
      }
      case 'MaxPool': {
        const window = readWindow(node, readList(node, 'ksize').slice(1));
        const out = this.#take([...slid(x, window), x.shape[2] ?? 0]);
        this.steps.push(() => kernels.pool(x, out, window));
        return out;
      }
      case 'Pad': {
        // Pairs of before and after; the first is of the batch, which is always one.
        const pairs = [...(this.#known.get(node.input?.[1] ?? '')?.values ?? [])].slice(2);
        const [before, after] = [
          pairs.filter((_, at) => at % 2 === 0),
          pairs.filter((_, at) => at % 2 === 1),
        ];

        const out = this.#take(
          x.shape.map((side, at) => side + (before[at] ?? 0) + (after[at] ?? 0)),
        );

        this.steps.push(() => kernels.pad(x, out, before, after));

        return out;
      }
      default:
        return this.#addOneForOne(node, x, second);
    }
  }

  /** Operations whose result has the shape of their input. */
  #addOneForOne(node: Node, x: Block, second: Block | undefined): Block {
    if (node.op === 'Reshape') return x;

    const kernels = this.#kernels;
    const out = this.#take(x.shape);
    const other = second as Block;

    if (node.op === 'AddV2') this.steps.push(() => kernels.add(x, other, out));
    else if (node.op === 'Prelu') this.steps.push(() => kernels.prelu(x, other, out));
    else if (node.op === 'Relu') this.steps.push(() => kernels.relu(x, out));
    else if (node.op === 'Sigmoid') this.steps.push(() => kernels.sigmoid(x, out));
    else throw new Error(`the face engine does not know ${node.op}`);

    return out;
  }

  #take(shape: readonly number[]): Block {
    const at = this.#free.findIndex((block) => computeSize(block.shape) === computeSize(shape));
    const [block] = at < 0 ? [] : this.#free.splice(at, 1);
    return block ? { ...block, shape } : this.#kernels.make(shape);
  }

  #release(name: string): void {
    const left = (this.#uses.get(name) ?? 0) - 1;
    this.#uses.set(name, left);

    const op = this.#nodes.get(name)?.op;
    const { block } = this.#known.get(name) ?? {};

    if (left === 0 && block && op !== 'Const' && op !== 'Placeholder' && op !== 'Reshape')
      this.#free.push(block);
  }
}

function readWeights(kernels: Kernels, graph: Graph, weights: ArrayBuffer): Map<string, Tensor> {
  const known = new Map<string, Tensor>();
  let at = 0;

  for (const { name, shape, dtype, quantization } of graph.weightsManifest.flatMap(
    (part) => part.weights,
  )) {
    const isHalf = quantization?.dtype === 'float16';
    const bytes = weights.slice(at, at + computeSize(shape) * (isHalf ? 2 : 4));

    at += bytes.byteLength;
    if (dtype === 'int32') {
      known.set(name, { values: new Int32Array(bytes) });
      continue;
    }

    const block = kernels.make(shape);
    kernels.viewBlock(block).set(isHalf ? widen(new Uint16Array(bytes)) : new Float32Array(bytes));
    known.set(name, { block });
  }

  if (at !== weights.byteLength) throw new Error('the weights are not those of the network');

  return known;
}

/** What the ten bits of a fraction are worth under each of the 32 exponents of a 16-bit number. */
const WORTH = Array.from({ length: 32 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));

/** Numbers of 16 bits as numbers of 32. */
function widen(halves: Uint16Array): Float32Array {
  const wide = new Float32Array(halves.length);
  for (let at = 0; at < halves.length; at += 1) {
    const half = halves[at] ?? 0;
    const exponent = (half >> 10) & 31;
    const size = ((half & 1023) + (exponent === 0 ? 0 : 1024)) * (WORTH[exponent] ?? 0);
    wide[at] = half & 0x8000 ? -size : size;
  }

  return wide;
}

const readList = (node: Node, name: string) => node.attr?.[name]?.list?.i?.map(Number) ?? [];

function readWindow(node: Node, [high = 1, wide = 1]: readonly number[]): Window {
  const [, down = 1, across = 1] = readList(node, 'strides');
  return {
    size: [high, wide],
    stride: [down, across],
    isSame: atob(node.attr?.padding?.s ?? '') === 'SAME',
  };
}

function slid(
  { shape: [rows = 0, columns = 0] }: Block,
  { size, stride, isSame }: Window,
): [number, number] {
  return [
    countPositions(rows, size[0], stride[0], isSame),
    countPositions(columns, size[1], stride[1], isSame),
  ];
}

function readActivation(node: Node): Activation {
  const names = (node.attr?.fused_ops?.list?.s ?? []).map((name) => atob(name));
  return names.includes('Prelu') ? 'prelu' : names.includes('Relu') ? 'relu' : 'none';
}
