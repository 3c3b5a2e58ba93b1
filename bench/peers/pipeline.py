"""Learners of Python behind scikit-learn's vectoriser: one thread, text in, answers out.

    pipeline.py version KIND
    pipeline.py train KIND TRAIN.tab MODEL
    pipeline.py predict KIND MODEL DATA.tab top|all

KIND: liblinear (-s 1 -c 1 through its own library), linear-svc, complement-nb, napkinxc. MODEL is a folder. `train`
prints the CPU and wall time after the imports, in parts, so that nobody is charged for starting Python. `predict`
prints a line for each document: the best label, or all (at most 200) as label:score, best first.
"""

import json
import os
import pickle
import sys
import time

verb, kind, *words = sys.argv[1:]

import numpy as np
import scipy.sparse as sp
import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer

if kind == "liblinear":
    import ctypes

    from liblinear import liblinear as ll
elif kind == "linear-svc":
    from sklearn.svm import LinearSVC
elif kind == "complement-nb":
    from sklearn.naive_bayes import ComplementNB
elif kind == "napkinxc":
    import napkinxc
    from napkinxc.models import PLT

CLOCKS = (time.process_time, time.perf_counter)
MOST = 200


def read(path):
    labels, texts = [], []
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            names, text = line.split("\t", 1)
            labels.append([int(name) - 1 for name in names.split(",")])
            texts.append(text)
    return labels, texts


def liblinear_problem(x):
    """The rows as LIBLINEAR wants them, made at once by numpy; kept alive by whoever holds the second part."""
    x = x.tocsr()
    rows = x.shape[0]
    ends = x.indptr[1:] + np.arange(1, rows + 1)
    nodes = np.zeros(x.nnz + rows, dtype=[("index", "i4"), ("pad", "i4"), ("value", "f8")])
    nodes["index"][ends - 1] = -1
    inside = nodes["index"] == 0
    nodes["index"][inside] = x.indices + 1
    nodes["value"][inside] = x.data
    starts = nodes.ctypes.data + (x.indptr[:-1] + np.arange(rows)) * nodes.itemsize
    starts = starts.astype(np.uintp)
    y = np.zeros(rows)
    p = ll.problem.__new__(ll.problem)
    ctypes.Structure.__init__(p)
    p.l, p.n, p.bias = rows, x.shape[1], -1.0
    p.y = y.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    p.x = starts.ctypes.data_as(ctypes.POINTER(ctypes.POINTER(ll.feature_node)))
    return p, (nodes, starts, y)


def one_against_the_rest(x, labels, count):
    p, kept = liblinear_problem(x)
    y = kept[2]
    parameter = ll.parameter("-s 1 -c 1 -q")
    single = all(len(of) == 1 for of in labels)
    weights = np.zeros((count, x.shape[1]))
    if single and count > 2:
        y[:] = [of[0] + 1 for of in labels]
        m = ll.liblinear.train(p, parameter).contents
        w = np.ctypeslib.as_array(m.w, (x.shape[1], m.nr_class))
        for i in range(m.nr_class):
            weights[m.label[i] - 1] = w[:, i]
        return np.ascontiguousarray(weights.T)
    has = sp.csc_matrix(indicator(labels, count))
    for label in range(count):
        y[:] = -1
        y[has.indices[has.indptr[label] : has.indptr[label + 1]]] = 1
        m = ll.liblinear.train(p, parameter).contents
        # The sign is that of the label seen first.
        weights[label] = np.ctypeslib.as_array(m.w, (x.shape[1],)) * m.label[0]
    return np.ascontiguousarray(weights.T)


def indicator(labels, count):
    rows = np.repeat(np.arange(len(labels)), [len(of) for of in labels])
    columns = np.concatenate([np.array(of) for of in labels])
    return sp.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(labels), count))


def linear_svc(x, labels, count):
    if all(len(of) == 1 for of in labels):
        model = LinearSVC().fit(x, [of[0] for of in labels])
        weights = np.zeros((x.shape[1] + 1, count))
        weights[:-1, model.classes_] = model.coef_.T
        weights[-1, model.classes_] = model.intercept_
        return weights
    # What OneVsRestClassifier does, without its copies.
    weights = np.zeros((x.shape[1] + 1, count))
    has = indicator(labels, count).tocsc()
    for label in range(count):
        model = LinearSVC().fit(x, has[:, [label]].toarray().ravel())
        weights[:-1, label] = model.coef_[0]
        weights[-1, label] = model.intercept_[0]
    return weights


def train(data, folder):
    began = [clock() for clock in CLOCKS]
    labels, texts = read(data)
    count = 1 + max(max(of) for of in labels)
    vectoriser = TfidfVectorizer(sublinear_tf=True)
    x = vectoriser.fit_transform(texts)
    vectorised = [clock() for clock in CLOCKS]
    os.makedirs(folder, exist_ok=True)
    if kind == "liblinear":
        model = one_against_the_rest(x, labels, count)
    elif kind == "linear-svc":
        model = linear_svc(x, labels, count)
    elif kind == "complement-nb":
        model = ComplementNB().fit(x, [of[0] for of in labels])
    else:
        model = None
        PLT(os.path.join(folder, "plt"), threads=1, seed=1).fit(x, labels)
    with open(os.path.join(folder, "model.pickle"), "wb") as file:
        pickle.dump((vectoriser, model), file, protocol=5)
    ended = [clock() for clock in CLOCKS]
    print(
        json.dumps(
            {
                "cpu": ended[0] - began[0],
                "wall": ended[1] - began[1],
                "parts": [vectorised[0] - began[0], ended[0] - vectorised[0]],
            }
        )
    )


def predict(folder, data, how):
    with open(os.path.join(folder, "model.pickle"), "rb") as file:
        vectoriser, model = pickle.load(file)
    _, texts = read(data)
    x = vectoriser.transform(texts)
    if kind == "napkinxc":
        # Its library tells what it does on the standard output, which is for answers here.
        answers = os.dup(1)
        os.dup2(2, 1)
        plt = PLT(os.path.join(folder, "plt"), threads=1, load_as="sparse")
        if how == "top":
            lines = [f"{of[0] + 1 if of else ''}\n" for of in plt.predict(x, top_k=1)]
        else:
            found = plt.predict_proba(x, top_k=MOST)
            lines = [" ".join(f"{label + 1}:{p:.6g}" for label, p in of) + "\n" for of in found]
        with os.fdopen(answers, "w", encoding="utf-8") as file:
            file.writelines(lines)
        return
    if kind == "complement-nb":
        scores = model.predict_joint_log_proba(x)
        names = model.classes_ + 1
    else:
        scores = x @ model[: x.shape[1]]
        if kind == "linear-svc":
            scores += model[-1]
        names = np.arange(scores.shape[1]) + 1
    if how == "top":
        sys.stdout.writelines(f"{label}\n" for label in names[scores.argmax(1)])
        return
    for row in scores:
        best = np.argsort(-row, kind="stable")[:MOST]
        sys.stdout.write(" ".join(f"{names[i]}:{row[i]:.9g}" for i in best) + "\n")


if verb == "version":
    versions = f"scikit-learn {sklearn.__version__}"
    if kind == "liblinear":
        versions += f", LIBLINEAR {ll.liblinear_version if hasattr(ll, 'liblinear_version') else ''}".rstrip(" ,")
    if kind == "napkinxc":
        from importlib.metadata import version

        versions = f"napkinXC {version('napkinxc')}, " + versions
    print(versions)
elif verb == "train":
    train(*words)
else:
    predict(*words)
