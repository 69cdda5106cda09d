// hipRTC for tests: its ABI over the compiler of another backend.
#include <map>
#include <string>
#include <string.h>
#include <vector>

#include "python.hpp"

#define HIP extern "C" __attribute__((visibility("default")))

namespace {

constexpr int kCompilation = 6, kInvalidInput = 3, kNameExpressionNotValid = 10;

// Between the words of a list that is passed as one string.
constexpr char kSeparator = '\x1f';

struct Program {
    std::string source, name, code, log;
    std::vector<std::string> expressions;
    std::map<std::string, std::string> lowered;
};

std::string text(PyObject *bytes) { return {PyBytes_AsString(bytes), size_t(PyBytes_Size(bytes))}; }

std::vector<std::string> split(const std::string &joined) {
    std::vector<std::string> words;
    for (size_t at = 0; at < joined.size();) {
        const size_t end = joined.find(kSeparator, at);
        words.push_back(joined.substr(at, end - at));
        at = end == std::string::npos ? joined.size() : end + 1;
    }
    return words;
}

void copy(const std::string &text, char *out) { memcpy(out, text.data(), text.size()); }

}  // namespace

HIP const char *hiprtcGetErrorString(int status) {
    return status == 0 ? "HIPRTC_SUCCESS" : status == kCompilation ? "HIPRTC_ERROR_COMPILATION" : "HIPRTC_ERROR_INVALID_INPUT";
}
HIP int hiprtcVersion(int *major, int *minor) { return *major = 9, *minor = 0, 0; }
HIP int hiprtcCreateProgram(Program **program, const char *source, const char *name, int, const char **, const char **) {
    *program = new Program{source, name ? name : "", {}, {}, {}, {}};
    return 0;
}
HIP int hiprtcDestroyProgram(Program **program) {
    delete *program;
    *program = nullptr;
    return 0;
}
HIP int hiprtcAddNameExpression(Program *program, const char *expression) {
    program->expressions.push_back(expression);
    return 0;
}
HIP int hiprtcCompileProgram(Program *program, int count, const char **options) {
    std::string words, names;
    for (int k = 0; k < count; ++k) words += (k ? std::string(1, kSeparator) : "") + options[k];
    for (size_t k = 0; k < program->expressions.size(); ++k)
        names += (k ? std::string(1, kSeparator) : "") + program->expressions[k];
    const shim::Python python;
    PyObject *result = shim::call("compile", "ssss", program->source.c_str(), program->name.c_str(), words.c_str(),
                                  names.c_str());
    if (!result) return kInvalidInput;
    const bool compiled = PyLong_AsLong(PyTuple_GetItem(result, 0)) != 0;
    program->code = text(PyTuple_GetItem(result, 1));
    program->log = text(PyTuple_GetItem(result, 2)) + '\0';
    const std::vector<std::string> symbols = split(text(PyTuple_GetItem(result, 3)));
    for (size_t k = 0; k < symbols.size(); ++k) program->lowered[program->expressions[k]] = symbols[k];
    Py_DecRef(result);
    return compiled ? 0 : kCompilation;
}
HIP int hiprtcGetLoweredName(Program *program, const char *expression, const char **symbol) {
    const auto found = program->lowered.find(expression);
    if (found == program->lowered.end()) return kNameExpressionNotValid;
    *symbol = found->second.c_str();
    return 0;
}
HIP int hiprtcGetProgramLogSize(Program *program, size_t *size) { return *size = program->log.size(), 0; }
HIP int hiprtcGetProgramLog(Program *program, char *log) { return copy(program->log, log), 0; }
HIP int hiprtcGetCodeSize(Program *program, size_t *size) { return *size = program->code.size(), 0; }
HIP int hiprtcGetCode(Program *program, char *code) { return copy(program->code, code), 0; }
